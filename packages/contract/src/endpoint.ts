import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call: `public` anybody · `person` anybody signed in · `staff` a member of a restaurant (the two headers are
 * checked) · `agent`, `editor` a person with that desk role · `desk` a person with either · `manager` a person who manages
 * people: an admin, those of the business; a manager, those of their restaurants · `admin` an admin of a business ·
 * `operator` an operator of the installation.
 */
export type Auth = 'public' | 'person' | 'staff' | 'operator' | DeskAuth
type DeskAuth = 'agent' | 'editor' | 'desk' | 'manager' | 'admin'

type Schema = z.ZodType
type Shape = z.ZodObject

/**
 * One call. Its name, summary, access rules and refusals are only for the server: the build of an app strips them
 * (`packages/build/src/lean-contract.ts`).
 */
export interface EndpointDeclaration {
  /** Stable name: the operationId in OpenAPI, the route in logs, the call in the idempotency table. */
  name: string
  /** One Russian line for the API page. */
  summary: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Relative to the base URL, ends in "/", parameters as ":name". */
  path: string
  /** The path in the previous release: still served, but not documented. */
  former_path?: string
  /** A list of desk roles: any one of them is enough. */
  auth: Auth | readonly DeskAuth[]
  params?: Shape
  query?: Shape
  /** A JSON body. */
  body?: Shape
  /** True if a missing body counts as `{}`. */
  is_body_optional?: true
  /** The body limit in bytes, if not 64 KiB. */
  body_max?: number
  /** Text fields of a multipart body. */
  form?: Shape
  /** The multipart field that carries files, and the kind of limits that apply to them. */
  files?: { field: string; kind: 'attachments' | 'photo' | 'picture' | 'table' | 'archive' }
  answer: Schema
  /**
   * The answer is compressed if the client accepts that: for lists and long texts. Never set it on an answer that has a token
   * or a code together with text that another person chose: its length would leak the secret (BREACH). Signed links to files
   * are no such secret: they are short, signed for one person, and a person who may write in a conversation may open its files.
   */
  compressed?: boolean
  refusals: readonly RefusalCode[]
  /**
   * The caller must have confirmed their identity within the last minutes: `always`, or `sometimes`, only for sensitive
   * input. Otherwise the call is refused with `confirmation_needed`.
   */
  confirmed?: 'always' | 'sometimes'
  /** False: no API key may make the call, whatever its scopes. Keys only open calls of the desk in any case (`rights.ts`). */
  by_key?: false
  /** True if the call creates something: it then takes an Idempotency-Key. */
  creates?: boolean
  /** True if the answer of a creating call holds a secret, such as a link: for a repeated request it is kept only sealed. */
  has_secret?: boolean
}

export type Endpoint<D extends EndpointDeclaration = EndpointDeclaration> = D

/** Declares one call. It is plain data, read by the client, the server, the forms, the tests and the OpenAPI page. */
// Lets the bundler drop the declarations that a page does not use.
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const D extends EndpointDeclaration>(declaration: D): Endpoint<D> => declaration

type In<S> = S extends Schema ? z.input<S> : never
type Out<S> = S extends Schema ? z.output<S> : never

/** The input of the caller. */
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

/** The parsed input that the handler receives. */
export type HandlerInput<D extends EndpointDeclaration> = {
  params: D extends { params: Shape } ? Out<D['params']> : Record<string, never>
  query: D extends { query: Shape } ? Out<D['query']> : Record<string, never>
  body: D extends { body: Shape } ? Out<D['body']> : Record<string, never>
  form: D extends { form: Shape } ? Out<D['form']> : Record<string, never>
}

/** The parsed answer. */
export type Answer<D extends EndpointDeclaration> = z.output<D['answer']>
