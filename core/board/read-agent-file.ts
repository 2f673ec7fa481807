import { ProfileError, agentFileOf } from "./agent-file.ts";
import type { AgentFile } from "./agent-file.ts";
import { FrontMatterError, readFrontMatter } from "./front-matter.ts";
import type { FrontMatter } from "./front-matter.ts";

/**
 * Reads one `agent.md`, strictly.
 *
 * @param file - names the file in errors; nothing is read from it
 * @throws ProfileError - for front matter that can not be read, an unknown key or a wrong value: names file, line and
 *   what was expected
 */
export function readAgentFile(file: string, text: string): AgentFile {
  return agentFileOf(file, agentSource(file, text));
}

/** @throws ProfileError - for front matter that can not be read */
export function agentSource(file: string, text: string): FrontMatter {
  try {
    return readFrontMatter(file, text);
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    throw new ProfileError(file, error);
  }
}
