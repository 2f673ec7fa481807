import { brief, compact, isOpen, remark, split } from "./clean.ts";
import type { Clean, CleanOrNone } from "./clean.ts";
import { branchesOf, unite } from "./combine.ts";

/** How long the remark about the forms of a union may be. */
const LONGEST_REMARK = 600;

/**
 * A schema for arguments: the root is always an object, and never a union, because providers take nothing else. The
 * properties of a union's branches are put side by side; required is what every branch requires, and what the branches
 * are is told in words. What a branch tolerates without a word of it does not count.
 *
 * @returns null where no object is accepted
 */
export function objectRoot(schema: CleanOrNone): Clean | null {
  if (!schema) return null;
  const objects = branchesOf(schema).flatMap((branch): Clean[] => {
    if (isOpen(branch)) return [{ additionalProperties: true }];
    return [branch.type].flat().includes("object") ? [branch] : [];
  });
  const [first, ...others] = objects;
  if (!first) return null;
  const { description } = schema;
  if (others.length === 0) return root({ ...split(first).rules, description });
  const merged = root({ ...uniteObjects(objects), description });
  const forms = [...new Set(objects.map(form))];
  if (forms.length === 1) return merged;
  const told = `one of these forms: ${forms.join("; ")}`;
  return told.length > LONGEST_REMARK ? merged : remark(merged, told);
}

function root(object: Clean): Clean {
  const { description, properties, required, additionalProperties } = object;
  return compact({
    type: "object",
    description,
    properties: properties ?? {},
    required,
    additionalProperties,
  });
}

function uniteObjects(objects: readonly Clean[]): Clean {
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const properties = [...names].flatMap((name): [string, Clean][] => {
    const united = unite(objects.map((object) => schemaOf(object, name)));
    return united ? [[name, united]] : [];
  });
  const [first, ...others] = objects.map(({ required }) => required ?? []);
  const required = first?.filter((name) => others.every((more) => more.includes(name))) ?? [];
  return {
    properties: Object.fromEntries(properties),
    required: required.length > 0 ? required : undefined,
    additionalProperties: othersOf(objects),
  };
}

/** What a branch says of a property, or of those it does not name. */
function schemaOf({ properties, additionalProperties }: Clean, name: string): CleanOrNone {
  if (properties && Object.hasOwn(properties, name)) return properties[name] ?? null;
  if (additionalProperties === true) return {};
  return typeof additionalProperties === "object" ? additionalProperties : null;
}

function othersOf(objects: readonly Clean[]): Clean["additionalProperties"] {
  const said = objects.map(({ additionalProperties }) => additionalProperties);
  if (said.some((others) => others === undefined)) return undefined;
  if (said.includes(true)) return true;
  return unite(said.map((others) => (typeof others === "object" ? others : null))) ?? false;
}

/** A branch in a few words: `{action: "add", text, tag?}`. */
function form({ properties, required }: Clean): string {
  const parts = Object.entries(properties ?? {}).map(([name, schema]) => {
    const fixed = schema.enum?.length === 1 ? `: ${brief(schema)}` : "";
    return `${name}${required?.includes(name) ? "" : "?"}${fixed}`;
  });
  return `{${parts.join(", ")}}`;
}
