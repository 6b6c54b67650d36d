/*
 * Stands in for zod in the browser's build: the names the contract uses, over the small schemas of `zod/mini`. Zod's own
 * carry every method of their kind, fifty formats of text and a compiler with them, used or not: twice the bytes. And a
 * schema is made when it is first asked for anything: a page declares a hundred and parses five answers.
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

// What a schema of the contract says nothing about is told in the general words.
config({ localeError: () => 'Недопустимое значение' })

type Method = (schema: ZodMiniType, ...given: never[]) => object
type Check = Parameters<ZodMiniType['check']>[0]

/** A method that adds a check; what it is given is what the check's own function takes. */
const checked =
  (check: unknown): Method =>
  (schema, ...given) =>
    schema.check((check as (...given: never[]) => Check)(...given))

/** Of a number its value is bounded, of all else its length. */
const bounded =
  (value: unknown, size: unknown): Method =>
  (schema, ...given) =>
    checked(schema.type === 'number' ? value : size)(schema, ...given)

/** The methods of zod's schemas that give another schema. */
export const METHODS: Record<string, Method> = {
  array: zArray,
  check: (schema, ...checks) => schema.check(...checks),
  default: zDefault,
  extend: extend as Method,
  int: checked(int),
  length: checked(length),
  max: bounded(lte, maxLength),
  // What a schema says of itself is for the description of the calls, which the server writes.
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

/** A schema that is not made yet, and what is asked of schemas in browsers. It has a method for each of `METHODS`. */
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

  /** The parts of an object may be used like any other schema. */
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

/** A schema within what is given to another one, one level deep, as it is: parsing goes past no stand-in. */
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

/** What a transform gives back where it has told of a fault. */
export { NEVER } from 'zod/mini'
export { oneOf as enum }
