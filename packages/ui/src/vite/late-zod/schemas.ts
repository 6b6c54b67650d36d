/*
 * Stands in for zod in the browser's build: the same names, but a schema is made when it is first asked for anything. A page
 * declares a hundred and parses five answers; making them all was a fifth of what the first load computes. What a constructor
 * not named here makes is made at once, as zod does it.
 */
import {
  array as zArray,
  boolean as zBoolean,
  coerce as zCoerce,
  discriminatedUnion as zDiscriminatedUnion,
  enum as zEnum,
  literal as zLiteral,
  looseObject as zLooseObject,
  number as zNumber,
  object as zObject,
  record as zRecord,
  string as zString,
  union as zUnion,
} from 'zod'

interface Late {
  make: () => object
  made: object | undefined
}

const lates = new WeakMap<object, Late>()

const made = (late: Late): object => {
  late.made ??= late.make()
  return late.made
}

/** A schema within what is given to another one, one level deep, as it is: parsing goes past no stand-in. */
const real = (given: unknown): unknown => {
  if (typeof given !== 'object' || given === null) return given
  const late = lates.get(given)
  return late === undefined ? given : made(late)
}

const within = (given: unknown): unknown => {
  const own = real(given)
  if (own !== given || typeof own !== 'object' || own === null) return own
  if (Array.isArray(own)) return own.map(real)
  if (Object.getPrototypeOf(own) !== Object.prototype) return own
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, real(value)]))
}

/** Methods that give another schema and read nothing of this one. */
const CHAINED = new Set(
  'and array catch check default describe email extend int length lowercase max meta min multipleOf negative nonnegative nonoptional nullable nullish omit optional or partial pick pipe positive readonly refine regex required startsWith strict strip superRefine toLowerCase toUpperCase transform trim'.split(
    ' ',
  ),
)

type Method = (...given: unknown[]) => object

const call = (schema: object, name: string, given: unknown[]): object =>
  (Reflect.get(schema, name) as Method).apply(schema, given.map(within))

const STAND_IN: ProxyHandler<Late> = {
  get: (late, name) => {
    if (late.made === undefined && typeof name === 'string' && CHAINED.has(name))
      return (...given: unknown[]) => standIn(() => call(made(late), name, given))
    const schema = made(late)
    const value = Reflect.get(schema, name, schema)
    return typeof value === 'function' ? value.bind(schema) : value
  },
  has: (late, name) => Reflect.has(made(late), name),
  getPrototypeOf: (late) => Reflect.getPrototypeOf(made(late)),
}

const standIn = (make: () => object): object => {
  const late: Late = { make, made: undefined }
  const proxy = new Proxy(late, STAND_IN)
  lates.set(proxy, late)
  return proxy
}

const later =
  <Given extends unknown[]>(make: (...given: Given) => object) =>
  (...given: Given): object =>
    standIn(() => make(...(given.map(within) as Given)))

export * from 'zod'
export const array = /* @__PURE__ */ later(zArray)
export const boolean = /* @__PURE__ */ later(zBoolean)
export const coerce = { number: /* @__PURE__ */ later((...given: never[]) => zCoerce.number(...given)) }
export const discriminatedUnion = /* @__PURE__ */ later(zDiscriminatedUnion)
export const literal = /* @__PURE__ */ later(zLiteral)
export const looseObject = /* @__PURE__ */ later(zLooseObject)
export const number = /* @__PURE__ */ later(zNumber)
export const object = /* @__PURE__ */ later(zObject)
export const record = /* @__PURE__ */ later(zRecord)
export const string = /* @__PURE__ */ later(zString)
export const union = /* @__PURE__ */ later(zUnion)
const oneOf = /* @__PURE__ */ later(zEnum)

export { oneOf as enum }
