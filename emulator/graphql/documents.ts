import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from "graphql";

/*
 * Clients send the same few documents again and again, with other variables. Reading and validating a document takes longer than
 * running it, so the emulator remembers both results.
 */

/** Number of documents, and length of each in characters. A client that writes values into its documents sends many different ones. */
const most = { documents: 500, length: 20_000 };

const read = new Map<string, DocumentNode>();
const validated = new WeakMap<GraphQLSchema, WeakMap<DocumentNode, readonly GraphQLError[]>>();

/** Clients cannot query the schema, because RunPod does not allow it either. */
const rules = [...specifiedRules, NoSchemaIntrospectionCustomRule];

/** Parses the text of a document. Throws a `GraphQLError` if it cannot be parsed. */
export function documentIn(text: string): DocumentNode {
  const known = read.get(text);
  if (known !== undefined) return known;
  const document = parse(text, { maxTokens: 10_000 });
  if (text.length > most.length) return document;
  const [oldest] = read.size < most.documents ? [] : read.keys();
  if (oldest !== undefined) read.delete(oldest);
  read.set(text, document);
  return document;
}

/** Returns what the schema does not allow in the document. */
export function errorsIn(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const ofSchema = validated.get(schema) ?? new WeakMap<DocumentNode, readonly GraphQLError[]>();
  validated.set(schema, ofSchema);
  const errors = ofSchema.get(document) ?? validate(schema, document, rules);
  ofSchema.set(document, errors);
  return errors;
}
