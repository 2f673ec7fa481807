import type { ToolContext } from "../../contract/index.ts";

/** What a server wants to know of the person. */
export type Elicitation = {
  readonly message: string;
  readonly requestedSchema?: unknown;
};

export type ElicitationAnswer =
  | { readonly action: "accept"; readonly content: Record<string, FieldValue> }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };

type FieldValue = string | number | boolean | string[];

/**
 * Puts the fields of a server's form to the person one after the other. A field that is left empty keeps its default,
 * or stays out.
 */
export async function askThePerson(
  server: string,
  { message, requestedSchema }: Elicitation,
  ask: ToolContext["ask"],
): Promise<ElicitationAnswer> {
  const { properties, required }: Readonly<Record<string, unknown>> = Object(requestedSchema);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const content: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(Object(properties))) {
    const facts: Readonly<Record<string, unknown>> = Object(field);
    const { title, description } = facts;
    const choices = choicesOf(facts);
    const label = [title, description, name].find(
      (each) => typeof each === "string" && each !== "",
    );
    const hint = facts["default"] === undefined ? "" : ` (default: ${String(facts["default"])})`;
    const answer = await ask({
      text: `${server} asks: ${message}\n${String(label)}${hint}`,
      ...(choices === null ? {} : { choices: choices.map((choice) => choice.label) }),
    });
    if (answer.status !== "answered") {
      return { action: answer.status === "no_host" ? "decline" : "cancel" };
    }
    const chosen = answer.choice === null ? null : (choices?.[answer.choice]?.value ?? null);
    const value = chosen ?? valueOf(facts["type"], answer.text);
    if (value !== null) content[name] = value;
    else if (needed.includes(name) && facts["default"] === undefined) return { action: "decline" };
    else if (isFieldValue(facts["default"])) content[name] = facts["default"];
  }
  return { action: "accept", content };
}

type Choice = { readonly label: string; readonly value: FieldValue };

function choicesOf(facts: Readonly<Record<string, unknown>>): Choice[] | null {
  if (facts["type"] === "boolean") {
    return [
      { label: "yes", value: true },
      { label: "no", value: false },
    ];
  }
  if (Array.isArray(facts["enum"])) {
    return facts["enum"].map((value) => ({ label: String(value), value: String(value) }));
  }
  if (!Array.isArray(facts["oneOf"])) return null;
  return facts["oneOf"].map((each: unknown) => {
    const value = String(Reflect.get(Object(each), "const"));
    return { label: String(Reflect.get(Object(each), "title") ?? value), value };
  });
}

function valueOf(type: unknown, text: string): FieldValue | null {
  const typed = text.trim();
  if (typed === "") return null;
  switch (type) {
    case "number":
    case "integer":
      return Number.isFinite(Number(typed)) ? Number(typed) : null;
    case "boolean":
      return /^(?:true|yes|y)$/i.test(typed);
    case "array":
      return typed.split(/\s*,\s*/);
    default:
      return text;
  }
}

function isFieldValue(value: unknown): value is FieldValue {
  return (
    ["string", "number", "boolean"].includes(typeof value) ||
    (Array.isArray(value) && value.every((each) => typeof each === "string"))
  );
}
