/*
 * A stand-in for zod in the browser build: the API that the contract uses, implemented with `zod/mini`. Regular zod schemas
 * include all methods, fifty string formats and a compiler, used or not: twice the size. Schemas are built on first use: a
 * page declares a hundred schemas and parses five answers.
 */
import {
  config,
  extend,
  gte,
  int,
  length,
  lte,
  maxLength,
  minLength,
  nonnegative,
  nullable,
  nullish,
  omit,
  optional,
  partial,
  pick,
  pipe,
  positive,
  refine,
  regex,
  toLowerCase,
  transform,
  trim,
  type ZodMiniEnum,
  type ZodMiniObject,
  type ZodMiniType,
  array as zArray,
  boolean as zBoolean,
  coerce as zCoerce,
  _default as zDefault,
  discriminatedUnion as zDiscriminatedUnion,
  enum as zEnum,
  iso as zIso,
  literal as zLiteral,
  looseObject as zLooseObject,
  number as zNumber,
  object as zObject,
  record as zRecord,
  string as zString,
  union as zUnion,
  unknown as zUnknown,
} from 'zod/mini'

// The fallback error text for schemas without their own.
config({ localeError: () => 'Недопустимое значение' })

type Method = (schema: ZodMiniType, ...given: never[]) => object
type Check = Parameters<ZodMiniType['check']>[0]

/** A method that adds a check, with the arguments of the check's function. */
const checked =
  (check: unknown): Method =>
  (schema, ...given) =>
    schema.check((check as (...given: never[]) => Check)(...given))

/** Bounds the value of a number, or the length of anything else. */
const bounded =
  (value: unknown, size: unknown): Method =>
  (schema, ...given) =>
    checked(schema.type === 'number' ? value : size)(schema, ...given)

/** The methods of zod schemas that return another schema. */
export const METHODS: Record<string, Method> = {
  array: zArray,
  check: (schema, ...checks) => schema.check(...checks),
  default: zDefault,
  extend: extend as Method,
  int: checked(int),
  length: checked(length),
  max: bounded(lte, maxLength),
  // Metadata is only used for the OpenAPI description, which the server makes.
  meta: (schema) => schema,
  min: bounded(gte, minLength),
  nonnegative: checked(nonnegative),
  nullable,
  nullish,
  omit: omit as Method,
  optional,
  or: (schema, other) => zUnion([schema, other]),
  partial: partial as Method,
  pick: pick as Method,
  pipe: pipe as Method,
  positive: checked(positive),
  refine: checked(refine),
  regex: checked(regex),
  toLowerCase: checked(toLowerCase),
  transform: (schema, change) => pipe(schema, transform(change)),
  trim: checked(trim),
}

const mapped = (object: object, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

/** A lazily built schema with the members used in browsers, and a method for each of `METHODS`. */
class LateSchema {
  private readonly make: () => object
  private made: object | undefined

  constructor(make: () => object) {
    this.make = make
  }

  get own(): ZodMiniType {
    this.made ??= this.make()
    return this.made as ZodMiniType
  }

  get _zod() {
    return this.own._zod
  }

  get options() {
    return (this.own as ZodMiniEnum).options
  }

  /** The properties' schemas of an object, wrapped to be usable like any other schema. */
  get shape() {
    return mapped((this.own as ZodMiniObject).shape, (part) => new LateSchema(() => part as object))
  }

  parse(...given: Parameters<ZodMiniType['parse']>) {
    return this.own.parse(...given)
  }

  safeParse(...given: Parameters<ZodMiniType['safeParse']>) {
    return this.own.safeParse(...given)
  }
}

/** Unwraps stand-ins in the arguments of a schema, one level deep, so that parsing uses only real schemas. */
const real = (given: unknown): unknown => (given instanceof LateSchema ? given.own : given)

const within = (given: unknown): unknown => {
  const own = real(given)
  if (own !== given || typeof own !== 'object' || own === null) return own
  if (Array.isArray(own)) return own.map(real)
  return Object.getPrototypeOf(own) === Object.prototype ? mapped(own, real) : own
}

for (const [name, method] of Object.entries(METHODS))
  Object.defineProperty(LateSchema.prototype, name, {
    value(this: LateSchema, ...given: never[]) {
      return new LateSchema(() => method(this.own, ...(given.map(within) as never[])))
    },
  })

const later =
  <Given extends unknown[]>(make: (...given: Given) => object) =>
  (...given: Given): object =>
    new LateSchema(() => make(...(given.map(within) as Given)))

export const array = /* @__PURE__ */ later(zArray)
export const boolean = /* @__PURE__ */ later(zBoolean)
export const coerce = { number: /* @__PURE__ */ later(zCoerce.number) }
export const discriminatedUnion = /* @__PURE__ */ later(zDiscriminatedUnion)
export const iso = { date: /* @__PURE__ */ later(zIso.date), datetime: /* @__PURE__ */ later(zIso.datetime) }
export const literal = /* @__PURE__ */ later(zLiteral)
export const looseObject = /* @__PURE__ */ later(zLooseObject)
export const number = /* @__PURE__ */ later(zNumber)
export const object = /* @__PURE__ */ later(zObject)
export const record = /* @__PURE__ */ later(zRecord)
export const string = /* @__PURE__ */ later(zString)
export const union = /* @__PURE__ */ later(zUnion)
export const unknown = /* @__PURE__ */ later(zUnknown)
const oneOf = /* @__PURE__ */ later(zEnum)

/** Returned by a transform that has reported an issue. */
export { NEVER } from 'zod/mini'
export { oneOf as enum }
