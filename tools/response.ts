import { Response, defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: "Gives the person the final answer and ends the turn. Nothing runs after it.",
  args: z.strictObject({
    text: z.string().describe("The answer, in Markdown, exactly as the person is to read it"),
  }),
  risk: "read",
  break_loop: "always",
  execute({ text }) {
    return new Response({ message: text, break_loop: true });
  },
});
