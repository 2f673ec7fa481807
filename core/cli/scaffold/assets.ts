import type { ExtensionPoint } from "../../contract/index.ts";
import { fillTemplate, titleOf, yamlText } from "./template.ts";
import type { Files } from "./template.ts";
import { contractRow, exampleOf, listLine, schemaLine } from "./tool-arguments.ts";
import type { ToolArgument } from "./tool-arguments.ts";

export type NewTool = {
  readonly name: string;
  readonly description: string;
  readonly risk: "read" | "write";
  readonly args: readonly ToolArgument[];
  /** The plugin's folder, relative to the workspace, with `/`. */
  readonly folder: string;
};

/** A tool with its contract, its fragment and its test, by their paths in the workspace. */
export function toolFiles({ name, description, risk, args, folder }: NewTool): Files {
  const example = exampleOf(args);
  return inFolder(
    folder,
    fillTemplate("tool", {
      name,
      name_yaml: yamlText(name),
      description,
      description_literal: JSON.stringify(description),
      risk,
      schema_lines: args.map(schemaLine).join("\n"),
      argument_names: args.map((arg) => arg.name).join(", "),
      table_rows: args.map(contractRow).join("\n"),
      argument_list: args.map(listLine).join("\n"),
      example_args: JSON.stringify(example),
      example_call: JSON.stringify({ tool_name: name, tool_args: example }, null, 2),
      side_effects:
        risk === "read" ? "None." : "None of its own; a person is asked before each call.",
      test_file: `${folder}/tests/${name}.test.mjs`,
    }),
  );
}

/** @param name - of the plugin, which is its folder's */
export function pluginFiles(name: string, description: string): Files {
  return inFolder(
    `usr/plugins/${name}`,
    fillTemplate("plugin", {
      name,
      description,
      title_yaml: yamlText(titleOf(name)),
      description_yaml: JSON.stringify(description),
    }),
  );
}

export function profileFiles(name: string, description: string): Files {
  const title = titleOf(name);
  return inFolder(
    `usr/agents/${name}`,
    fillTemplate("profile", {
      title,
      title_yaml: yamlText(title),
      description_yaml: JSON.stringify(description),
      context_yaml: JSON.stringify(`Use me for what this describes: ${description}`),
    }),
  );
}

/**
 * The person's part of a profile that is there already.
 *
 * @param description - null where it is to stay what it is
 * @param below - the file that has what this does not say
 */
export function profilePartFiles(name: string, description: string | null, below: string): Files {
  return inFolder(
    `usr/agents/${name}`,
    fillTemplate("profile-part", {
      name,
      below,
      description_line:
        description === null
          ? "# description: What it is for."
          : `description: ${JSON.stringify(description)}`,
    }),
  );
}

/** @param folder - the plugin's folder, relative to the workspace, with `/` */
export function skillFiles(name: string, description: string, folder: string): Files {
  return inFolder(
    `${folder}/skills/${name}`,
    fillTemplate("skill", {
      name,
      title: titleOf(name),
      description,
      description_yaml: JSON.stringify(description),
    }),
  );
}

const POINTS: Readonly<Record<ExtensionPoint, string>> = {
  agent_init: "An agent was made, before its first turn.",
  system_prompt: "The system prompt is being built. Text that is returned is appended to it.",
  message_loop_start: "A round of the loop begins.",
  before_model_call:
    "A request to the model is ready. Return { system } to replace its system prompt.",
  after_model_call: "The model has answered.",
  tool_execute_before:
    "A call is about to run. Return { args } to change its arguments, or { refuse } with a reason.",
  tool_output_update: "A running tool shows progress. Text that is returned is shown instead.",
  tool_execute_after: "A tool has answered. A Response that is returned takes its place.",
  error_format: "An error is about to be told to the model. Text that is returned is told instead.",
  message_loop_end: "The loop has ended.",
  mcp_prompts: "An MCP client is offered prompts. A list of prompts that is returned is added.",
  mcp_resources:
    "An MCP client is offered resources. A list of resources that is returned is added.",
};

/** @param folder - the plugin's folder, relative to the workspace, with `/` */
export function extensionFiles(name: string, point: ExtensionPoint, folder: string): Files {
  return inFolder(
    `${folder}/extensions/${point}`,
    fillTemplate("extension", { name, point, point_meaning: POINTS[point] }),
  );
}

/** What `init` makes, by its paths in the new workspace. */
export function workspaceFiles(options: {
  readonly title: string;
  readonly packageName: string;
  /** Ranges, as they stand in a `package.json`. */
  readonly pegboardVersion: string;
  readonly zodVersion: string;
}): Files {
  return fillTemplate("workspace", {
    title: options.title,
    package_name_literal: JSON.stringify(options.packageName),
    pegboard_version: options.pegboardVersion,
    zod_version: options.zodVersion,
  });
}

function inFolder(folder: string, files: Files): Files {
  return new Map([...files].map(([path, text]) => [`${folder}/${path}`, text]));
}
