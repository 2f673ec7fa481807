export type Module = {
  /** Absolute real path. */
  readonly file: string;
  /** As in CommonJS: the code may put something else in the place of `exports`. */
  readonly commonjs: { exports: unknown };
  /** What its static imports gave, by specifier. */
  readonly linked: Map<string, unknown>;
  /** Modules whose evaluation it waits for at this moment. */
  readonly waitsFor: Set<Module>;
  /** `linking`: its imports are being loaded, and none of its own code has run. */
  state: "linking" | "running" | "loaded";
  /** Settles when the evaluation has ended. */
  done: Promise<void>;
};

export function newModule(file: string): Module {
  return {
    file,
    commonjs: { exports: {} },
    linked: new Map(),
    waitsFor: new Set(),
    state: "linking",
    done: Promise.resolve(),
  };
}

/** Whether `module` is `other`, or waits for it, directly or through others. */
export function isWaitingFor(module: Module, other: Module): boolean {
  if (module === other) return true;
  const seen = new Set<Module>([module]);
  for (const waiting of seen) {
    for (const target of waiting.waitsFor) {
      if (target === other) return true;
      seen.add(target);
    }
  }
  return false;
}
