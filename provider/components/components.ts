import type { ComponentDeclaration } from "./component";
import { modelServerDeclaration } from "./model-server/declaration";

/** Every component, for the schema and the SDKs. */
export const allComponents: readonly ComponentDeclaration[] = [modelServerDeclaration];
