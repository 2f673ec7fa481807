import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: "Greets a person by name.",
  args: z.strictObject({
    name: z.string().trim().min(1).describe("The name of the person"),
  }),
  risk: "read",
  execute({ name }, { turn }) {
    return `Good day, ${name}. Here speaks the profile ${turn.profile}.`;
  },
});
