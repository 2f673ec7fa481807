import type { PromptContext, PromptVariables } from "pegboard";

/** The profiles that a task can be handed to, each with what it says of itself. */
export default async function variables({
  profile,
  profiles,
}: PromptContext): Promise<PromptVariables> {
  const others = (await profiles()).filter(({ name }) => name !== profile);
  return {
    others: others
      .map(({ name, context, description }) => `- \`${name}\`: ${context || description}`)
      .join("\n"),
  };
}
