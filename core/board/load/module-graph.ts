import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import * as contract from "../../contract/index.ts";
import type { Seen } from "../manifest/stamp.ts";
import type { CompiledBody } from "./compile.ts";
import { asModule } from "./interop.ts";
import { importNatively, importZod, isAsEvaluated } from "./native-import.ts";
import { LimitedRuns } from "./limited-run.ts";
import { ModuleFault, missingImport, unrequirable } from "./module-fault.ts";
import { isWaitingFor, newModule } from "./module.ts";
import type { Module } from "./module.ts";
import { asAttempt } from "./process-guard.ts";
import { resolveImport } from "./resolve-import.ts";
import type { ImportTarget } from "./resolve-import.ts";
import { prepare } from "./prepare.ts";
import type { PrepareOptions, Prepared } from "./prepare.ts";
import { Traces } from "./traces.ts";
import type { ImportSite } from "./transpile.ts";

export type ModuleGraphOptions = PrepareOptions & {
  /** Real paths of the folders whose files are sources although a `node_modules` may lie above them. */
  readonly roots: readonly string[];
  /** How long code may run without giving the event loop a turn, in milliseconds. */
  readonly limitMs: number;
};

/**
 * The modules of a workspace: each is evaluated once and shared by all that import it, until it is forgotten.
 *
 * jiti transpiles and resolves; its own `import` is not used, because it hands `.mjs`, `.cjs` and some `.js` files to Node,
 * which never sees an edit and finds no `pegboard` beside a workspace, and because two imports at the same time would get
 * a copy of a shared helper each.
 */
export class ModuleGraph {
  readonly #options: ModuleGraphOptions;
  readonly #runs: LimitedRuns;
  readonly #modules = new Map<string, Module>();
  readonly #traces = new Traces();

  constructor(options: ModuleGraphOptions) {
    this.#options = options;
    this.#runs = new LimitedRuns(options.limitMs);
  }

  /**
   * Evaluates a file with all that it imports.
   *
   * @param file - absolute real path
   * @returns its `module.exports`
   * @throws ModuleFault where it is known what is wrong with which file; otherwise whatever the code throws
   */
  import(file: string): Promise<unknown> {
    return this.#load(file, null);
  }

  /** See {@link Traces.importsOf}. */
  importsOf(file: string): string[] {
    return this.#traces.importsOf(file);
  }

  /** See {@link Traces.usesOf}. */
  usesOf(file: string): Map<string, Seen> | null {
    return this.#traces.usesOf(file);
  }

  /**
   * Forgets files and all that import them, so that the next import evaluates them again. What was evaluated stays alive
   * for those that hold it.
   *
   * @param files - absolute real paths
   * @returns all files that were forgotten, sorted
   */
  forget(files: Iterable<string>): string[] {
    const stale = this.#traces.staleWith(files);
    for (const file of stale) this.#modules.delete(file);
    return [...stale].sort();
  }

  /**
   * Forgets all modules of which something is not as it was seen.
   *
   * @returns as {@link forget}
   */
  forgetChanged(isUnchanged: (path: string, seen: Seen) => boolean): string[] {
    return this.forget(this.#traces.changed(isUnchanged));
  }

  async #load(file: string, importer: Module | null): Promise<unknown> {
    const known = this.#modules.get(file);
    const module = known ?? this.#begin(file);
    if (module.state === "loaded") return module.commonjs.exports;
    // In a circle the one that closes it gets what there is so far, as with ES modules.
    if (importer && isWaitingFor(module, importer)) return module.commonjs.exports;
    importer?.waitsFor.add(module);
    try {
      await module.done;
    } finally {
      importer?.waitsFor.delete(module);
    }
    return module.commonjs.exports;
  }

  #begin(file: string): Module {
    const module = newModule(file);
    this.#modules.set(file, module);
    this.#traces.begin(file);
    module.done = this.#link(module).catch((error: unknown) => {
      this.#drop(module);
      throw error;
    });
    return module;
  }

  #drop(module: Module): void {
    if (this.#modules.get(module.file) === module) this.#modules.delete(module.file);
  }

  async #link(module: Module): Promise<void> {
    const { imports, run } = this.#prepare(module, this.#read(module.file, module.file));
    for (const site of imports) {
      if (module.linked.has(site.specifier)) continue;
      module.linked.set(site.specifier, await this.#import(site, module));
    }
    await this.#runs.soon(
      // Meanwhile another module may have required it, which could not wait.
      asAttempt(() => (module.state === "linking" ? this.#run(module, run) : undefined)),
    );
    module.state = "loaded";
  }

  #prepare(module: Module, source: string): Prepared {
    const prepared = prepare(module.file, source, this.#options);
    if (prepared.isEsModule) {
      // Those that import it in a circle, before its code has run, must see that it is an ES module.
      Object.defineProperty(module.commonjs.exports, "__esModule", { value: true });
    }
    return prepared;
  }

  #run(module: Module, run: CompiledBody): unknown {
    module.state = "running";
    const scope = [
      module.commonjs.exports,
      this.#requireOf(module),
      module.commonjs,
      module.file,
      dirname(module.file),
      async (specifier: string) =>
        module.linked.has(specifier)
          ? module.linked.get(specifier)
          : this.#import({ specifier, line: null }, module),
      (specifier: string) => this.#urlOf(specifier, module),
    ];
    return run(scope);
  }

  /** @param of - the module that it is read for */
  #read(file: string, of: string): string {
    const trace = this.#traces.of(of);
    return trace.readAs(file, trace.lookAt(file), readFileSync(file));
  }

  #readJson(file: string, importer: Module): unknown {
    try {
      return JSON.parse(this.#read(file, importer.file));
    } catch (error) {
      throw new ModuleFault(error instanceof Error ? error.message : String(error), { file });
    }
  }

  async #import(site: ImportSite, importer: Module): Promise<unknown> {
    const target = this.#resolve(site.specifier, importer);
    switch (target.kind) {
      case "framework":
        return frameworkModule(target.name);
      case "zod":
        return asModule(await importZod(target.specifier));
      case "node":
        return asModule(await importNatively(target.specifier));
      case "json":
        return this.#readJson(target.file, importer);
      case "source":
        return this.#load(target.file, importer);
      case "missing":
        throw missingImport(site, importer.file);
    }
  }

  #resolve(specifier: string, importer: Module): ImportTarget {
    const { jiti, roots } = this.#options;
    const trace = this.#traces.of(importer.file);
    const ofPackage = new Map<string, Seen>();
    const note = (path: string, isOfPackage = false): void => {
      const seen = trace.note(path);
      if (isOfPackage) ofPackage.set(path, seen);
    };
    const target = resolveImport(specifier, importer.file, { jiti, roots, note });
    if ("file" in target && target.file !== null) trace.imports.add(target.file);
    if (target.kind === "node") {
      trace.isOutdated ||= !isAsEvaluated(target.specifier, ofPackage);
    }
    return target;
  }

  #urlOf(specifier: string, importer: Module): string {
    const target = this.#resolve(specifier, importer);
    switch (target.kind) {
      case "source":
      case "json":
        return pathToFileURL(target.file).href;
      case "node":
        return target.specifier;
      case "framework":
      case "zod":
        return specifier;
      case "missing":
        throw missingImport({ specifier, line: null }, importer.file);
    }
  }

  #requireOf(module: Module): NodeJS.Require {
    const native = createRequire(module.file);
    const require = (specifier: string): unknown => {
      if (module.linked.has(specifier)) return module.linked.get(specifier);
      const target = this.#resolve(specifier, module);
      switch (target.kind) {
        case "framework":
          return target.name === "process" ? process : frameworkModule(target.name);
        case "zod":
          return createRequire(import.meta.url)(specifier);
        case "json":
          return this.#readJson(target.file, module);
        case "source":
          return this.#loadNow(target.file, specifier, module);
        case "node":
        case "missing":
          return native(specifier);
      }
    };
    return Object.assign(require, {
      resolve: native.resolve,
      cache: native.cache,
      extensions: native.extensions,
      main: native.main,
    });
  }

  /** For `require`, which can not wait. */
  #loadNow(file: string, specifier: string, importer: Module): unknown {
    const known = this.#modules.get(file);
    if (known && (known.state === "loaded" || isWaitingFor(known, importer))) {
      return known.commonjs.exports;
    }
    if (known?.state === "running") throw unrequirable(specifier, importer.file);
    const module = known ?? newModule(file);
    this.#modules.set(file, module);
    if (!known) this.#traces.begin(file);
    importer.waitsFor.add(module);
    try {
      const { isAsync, run } = this.#prepare(module, this.#read(file, file));
      if (isAsync) throw unrequirable(specifier, importer.file);
      this.#runs.now(() => this.#run(module, run));
      module.state = "loaded";
    } catch (error) {
      this.#drop(module);
      throw error;
    } finally {
      importer.waitsFor.delete(module);
    }
    return module.commonjs.exports;
  }
}

function frameworkModule(name: "pegboard" | "process"): object {
  // Each access reads `process` itself: functions of it are replaced while files load.
  return name === "pegboard" ? asModule(contract) : asModule(process, process);
}
