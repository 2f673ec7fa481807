import { defineTool } from "pegboard";
import { z } from "zod";

export default defineTool({
  description: {{description_literal}},
  args: z.object({
{{schema_lines}}
  }),
  risk: "{{risk}}",
  async execute({ {{argument_names}} }) {
    return JSON.stringify({ {{argument_names}} });
  },
});
