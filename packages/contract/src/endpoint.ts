import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call: `public` anybody · `person` anybody signed in · `staff` a person inside a restaurant (the two headers
 * are checked) · `agent`, `editor` a person with that role at the desk · `desk` one with either · `manager` whoever keeps people: an admin those of
 * the business, a manager those of their restaurants · `admin` an admin of a business · `operator` of the installation.
 */
export type Auth = 'public' | 'person' | 'staff' | 'operator' | DeskAuth
type DeskAuth = 'agent' | 'editor' | 'desk' | 'manager' | 'admin'

type Schema = z.ZodType
type Shape = z.ZodObject

/**
 * One call. Its name, what describes it, who may make it and what it may refuse are for the server: an app's build leaves
 * them out (`packages/build/src/lean-contract.ts`).
 */
export interface EndpointDeclaration {
  /** Stable name: OpenAPI's operationId, the log's route, the idempotency ledger's call. */
  name: string
  /** One Russian line for the API page. */
  summary: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Relative to the base URL, ends in "/", parameters as ":name". */
  path: string
  /** Where the release before asked it: still served, and told to nobody. */
  former_path?: string
  /** Several at the desk: whoever is one of them may call. */
  auth: Auth | readonly DeskAuth[]
  params?: Shape
  query?: Shape
  /** A JSON body. */
  body?: Shape
  /** True when a request without any body is one with `{}`. */
  is_body_optional?: true
  /** The most bytes of it, when 64 KiB are too few. */
  body_max?: number
  /** Text fields of a multipart body. */
  form?: Shape
  /** The multipart field that carries files, and which kind of limits holds for them. */
  files?: { field: string; kind: 'attachments' | 'photo' | 'picture' | 'table' | 'archive' }
  answer: Schema
  /**
   * Goes compressed to whoever takes it: lists and texts of kilobytes. Never an answer with a token or a code in it beside
   * words that somebody else chose: its length would tell of them. (Links to files are signed for one person and short;
   * whoever may write into a conversation may open its files anyway.)
   */
  compressed?: boolean
  refusals: readonly RefusalCode[]
  /**
   * The caller must have proved who they are in the last minutes: `always`, or `sometimes`, when what they ask for is of
   * that weight. Refuses `confirmation_needed` otherwise.
   */
  confirmed?: 'always' | 'sometimes'
  /** False: no API key opens it, whatever its scopes. Keys open only calls of the desk anyway (`rights.ts`). */
  by_key?: false
  /** True when the call creates something: it then takes an Idempotency-Key. */
  creates?: boolean
}

export type Endpoint<D extends EndpointDeclaration = EndpointDeclaration> = D

/** Declares one call. It is only data: the client, the server, the forms, the tests and the OpenAPI page read it. */
// A declaration that a page has no use for is left out of its code.
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const D extends EndpointDeclaration>(declaration: D): Endpoint<D> => declaration

type In<S> = S extends Schema ? z.input<S> : never
type Out<S> = S extends Schema ? z.output<S> : never

/** What the caller gives. */
export type CallInput<D extends EndpointDeclaration> = (D extends { params: Shape }
  ? { params: In<D['params']> }
  : unknown) &
  (D extends { query: Shape } ? { query?: In<D['query']> } : unknown) &
  (D extends { body: Shape; is_body_optional: true }
    ? { body?: In<D['body']> }
    : D extends { body: Shape }
      ? { body: In<D['body']> }
      : unknown) &
  (D extends { form: Shape } ? { form: In<D['form']> } : unknown) &
  (D extends { files: object } ? { files?: readonly Blob[] } : unknown)

/** What the handler receives: parsed. */
export type HandlerInput<D extends EndpointDeclaration> = {
  params: D extends { params: Shape } ? Out<D['params']> : Record<string, never>
  query: D extends { query: Shape } ? Out<D['query']> : Record<string, never>
  body: D extends { body: Shape } ? Out<D['body']> : Record<string, never>
  form: D extends { form: Shape } ? Out<D['form']> : Record<string, never>
}

/** What the caller gets back, and what a page reads. */
export type Answer<D extends EndpointDeclaration> = z.output<D['answer']>
