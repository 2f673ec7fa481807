import type { Logger } from "pino";
import type { Log } from "../../contract/index.ts";
import { Secrets } from "../secrets/secrets.ts";
import { plain } from "../steps/plain.ts";
import { clip } from "../text.ts";
import { createRotatingFile } from "./rotating-file.ts";

/** Where a workspace is logged, relative to it. */
export const LOG_FILE = ".pegboard/log/pegboard.log";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export type FileLogOptions = {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Masked in every line. Default: none. */
  readonly secrets?: Secrets;
  /** Default: what `PEGBOARD_LOG` says, or `info`. */
  readonly level?: LogLevel;
  /** The file is put aside when it is larger, in bytes. Default: 5 MB. */
  readonly maxBytes?: number;
  /** How many files put aside are kept. Default: 2. */
  readonly keep?: number;
};

/** A log that goes to a file, one JSON object a line. Nothing that happens to it harms the one who logs. */
export type FileLog = Log & {
  /** Settles when every line so far is in the file, or could not be written. Never rejects. */
  flush(): Promise<void>;
};

/** Longer texts are cut, so that one line can not fill the file. */
const MESSAGE_CHARS = 10_000;
const DATA_CHARS = 50_000;

type Line = {
  readonly level: keyof Log;
  readonly message: string;
  readonly data: unknown;
};

/**
 * Makes the log of a workspace, `.pegboard/log/pegboard.log`. The file is opened and pino imported with the first line
 * that is written; a line below the level costs nothing.
 */
export function createFileLog(options: FileLogOptions): FileLog {
  const {
    root,
    secrets = Secrets.none,
    level = logLevel(process.env["PEGBOARD_LOG"]),
    maxBytes = 5_000_000,
    keep = 2,
  } = options;
  const file = createRotatingFile({ root, file: LOG_FILE, maxBytes, keep });
  let logger: Logger | null = null;
  let opening: Promise<void> | null = null;
  const waiting: Line[] = [];

  const open = async (): Promise<void> => {
    try {
      const { pino, stdTimeFunctions } = await import("pino");
      logger = pino(
        {
          level,
          base: { pid: process.pid },
          timestamp: stdTimeFunctions.isoTime,
          formatters: { level: (label) => ({ level: label }) },
        },
        file,
      );
      for (const line of waiting.splice(0)) write(logger, line);
    } catch {
      // Without pino there is no log; the next line tries again.
      waiting.length = 0;
      opening = null;
    }
  };

  const at = (name: keyof Log): Log[keyof Log] => {
    if (LOG_LEVELS.indexOf(name) < LOG_LEVELS.indexOf(level)) return () => {};
    return (message, data) => {
      try {
        const line = prepared(name, message, data, secrets);
        if (logger !== null) return write(logger, line);
        waiting.push(line);
        opening ??= open();
      } catch {
        // What can not be logged is not.
      }
    };
  };

  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    async flush() {
      await opening;
      await file.flush();
    },
  };
}

/**
 * Reads the level that a person asked for.
 *
 * @param asked - the value of `PEGBOARD_LOG`; `off` is `silent`, anything unknown is `info`
 */
export function logLevel(asked: string | undefined): LogLevel {
  const name = asked?.trim().toLowerCase();
  if (name === "off" || name === "none") return "silent";
  return LOG_LEVELS.find((level) => level === name) ?? "info";
}

/** Everything is worked out at once: what is logged may change before it is written. */
function prepared(level: keyof Log, message: unknown, data: unknown, secrets: Secrets): Line {
  return {
    level,
    message: clip(secrets.mask(String(message)), MESSAGE_CHARS),
    data: data === undefined ? undefined : bounded(plain(secrets.maskDeep(data))),
  };
}

function bounded(data: unknown): unknown {
  const text = JSON.stringify(data);
  return text.length <= DATA_CHARS ? data : { cut: clip(text, DATA_CHARS) };
}

/** In a field of its own, data can not take the place of the level or the time. */
function write(logger: Logger, { level, message, data }: Line): void {
  logger[level](data === undefined ? {} : { data }, message);
}
