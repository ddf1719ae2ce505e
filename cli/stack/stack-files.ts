import type { RunStack } from "../../provider/session/run";
import type { Environment } from "../../provider/settings/settings";
import { valueIn } from "../context/attempt";
import { type StackLocation, stackNamed } from "./place";
import { isFolder, projectAt } from "./project-file";
import { selectedBackend, selectedStack } from "./selection";
import { isStored, isWithoutSettings, type StoredStack, storedStacks, storeOf } from "./stored";

export interface ListedStack extends StoredStack {
  /** True if it is the selected stack. */
  readonly current: boolean;
}

/**
 * What the files of a file backend certainly say about a stack. Every method returns `undefined` or `false` if only Pulumi can answer.
 * The user's files select the stack as they do for Pulumi.
 */
export class StackFiles {
  readonly #location: StackLocation;
  readonly #env: Environment;

  constructor(location: StackLocation, env: Environment) {
    this.#location = location;
    this.#env = env;
  }

  /** Returns the address of the backend as the user wrote it, if it is certain. */
  async address(): Promise<string | undefined> {
    const { cwd, project } = this.#location;
    return await selectedBackend(project === undefined ? cwd : undefined, this.#env);
  }

  /** Returns the file backend, if the files of its stacks certainly contain what Pulumi would answer. */
  async #store(): Promise<Store | undefined> {
    const { cwd, copy } = this.#location;
    if (copy !== undefined || !isFolder(cwd)) return undefined;
    const backend = await this.address();
    const root = backend === undefined ? undefined : storeOf(backend);
    return backend === undefined || root === undefined ? undefined : { backend, root };
  }

  /** Lists the stacks in the files of the backend. If `anyFolder` is true, `current` has no meaning. */
  async listed({ anyFolder = false } = {}): Promise<readonly ListedStack[] | undefined> {
    const store = await this.#store();
    if (store === undefined) return undefined;
    const { cwd, project } = this.#location;
    const needsSelection = !anyFolder && project === undefined && (await projectAt(cwd)) !== undefined;
    const selected = needsSelection ? await this.#nameIn({ cwd }, store) : undefined;
    // Only Pulumi can say then which stack is the selected one.
    if (needsSelection && selected === undefined) return undefined;
    const all = await storedStacks(store.root);
    return all?.map((one) => ({ ...one, current: one.project === selected?.project && one.stack === selected.stack }));
  }

  /** Returns the named or selected stack of the file backend. `null` if the location names none and none is selected. */
  async #nameIn(
    { cwd, stack, project }: Pick<StackLocation, "cwd" | "stack" | "project">,
    store: Store,
  ): Promise<RunStack | null | undefined> {
    const ofFolder = project ?? valueIn(await projectAt(cwd))?.name;
    const name = stack ?? (await selectedStack(cwd, store.backend, this.#env));
    if (name === null) return null;
    const named = name === undefined ? undefined : stackNamed(name, ofFolder);
    // Only Pulumi's service has organizations.
    return named?.organization === "-" ? named : undefined;
  }

  /** Returns the files of the stack in a file backend. */
  async stored(): Promise<StoredStack | undefined> {
    const store = await this.#store();
    const named = store && (await this.#nameIn(this.#location, store));
    // Without a selected stack, Pulumi says what to do.
    if (store === undefined || named === undefined || named === null) return undefined;
    return { root: store.root, project: named.project, stack: named.stack };
  }

  /** Returns the files of the stack if it exists. */
  async existing(): Promise<StoredStack | undefined> {
    const stored = await this.stored();
    return stored !== undefined && (await isStored(stored)) ? stored : undefined;
  }

  /** Returns whether the configuration of the stack certainly has no settings of Podwright. */
  async areWithoutSettings(): Promise<boolean> {
    const { cwd, project, configFile } = this.#location;
    const stored = await this.stored();
    if (stored === undefined || (configFile ?? this.#env.PULUMI_OPTION_CONFIG_FILE) !== undefined) return false;
    if (project !== undefined) return true;
    const file = valueIn(await projectAt(cwd));
    return file !== undefined && (await isWithoutSettings(file, stored.stack));
  }
}

/** A file backend. */
interface Store {
  /** The address, as the user wrote it. */
  readonly backend: string;
  /** The folder `.pulumi` in it. */
  readonly root: string;
}
