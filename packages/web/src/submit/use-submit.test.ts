import { Refusal } from '@podmoga/contract/refusals'
import { toast } from '@podmoga/ui/toast/toast'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { makeSubmitKey } from '../submit-key.ts'
import { makeGuard, type Work } from './submit.ts'
import { type SubmitOptions, submitMutation } from './use-submit.ts'

type Own = Parameters<NonNullable<ReturnType<typeof submitMutation>['onSettled']>>[2]['own']

const AGAIN = 'Не получилось. Попробуйте ещё раз.'
const taken = new Refusal({ code: 'name_taken', message: 'Такое имя уже есть.', status: 409 })
const invalid = new Refusal({ code: 'invalid', message: 'Проверьте поля.', fields: { name: 'Укажите имя.' } })
const broken = new Refusal({ code: 'internal', message: 'Ошибка сервера.', status: 500 })
const LIST = ['list']

/** A form with a query cache; `asked` counts how often the list was fetched. */
const openForm = async (options: SubmitOptions = {}) => {
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  const form = { asked: 0, problem: null as string | null }
  const server = { list: ['а', 'б'] }
  const read = () => {
    form.asked += 1
    return Promise.resolve([...server.list])
  }
  await client.fetchQuery({ queryKey: LIST, queryFn: read })
  const keys = makeSubmitKey()
  const onProblem = (problem: string | null) => {
    form.problem = problem
  }
  const mutation = new MutationObserver(client, submitMutation(client, options, keys, onProblem))
  const submit = (work: Work<unknown>, own: Own = {}) => mutation.mutate({ work, own }).catch(() => null)
  const shown = () => client.getQueryData(LIST)
  // An observer of the list, so that an invalidation refetches it at once.
  const { QueryObserver } = await import('@tanstack/react-query')
  new QueryObserver(client, { queryKey: LIST, queryFn: read, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  )
  return { client, form, server, submit, shown, isPending: () => mutation.getCurrentResult().isPending }
}

const refuse = (error: unknown) => () => Promise.reject(error)
const gate = () => {
  let open = () => {}
  const wait = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, wait }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a press while another is under way does nothing; the next one after it does', async () => {
  const guard = makeGuard()
  const first = gate()
  const done: string[] = []
  const press = (name: string, wait = Promise.resolve()) =>
    guard(async () => {
      await wait
      done.push(name)
      return name
    })
  const slow = press('первый', first.wait)
  expect(await press('второй')).toBeNull()
  first.open()
  expect(await slow).toBe('первый')
  expect(await press('третий')).toBe('третий')
  expect(done).toEqual(['первый', 'третий'])
})

test('a failing work lets the next press through', async () => {
  const guard = makeGuard()
  await expect(guard(refuse(taken))).rejects.toBe(taken)
  expect(await guard(() => Promise.resolve('есть'))).toBe('есть')
})

test('the same content goes under the same key until it is done, whatever came of it before', async () => {
  const { submit } = await openForm()
  const keys: string[] = []
  const lost = new Refusal({ code: 'network', message: 'Нет связи.' })
  const send = (of: readonly unknown[], error?: unknown) =>
    submit(
      async (key) => {
        keys.push(key)
        if (error !== undefined) throw error
        return {}
      },
      { of },
    )
  await send(['Имя'], lost)
  await send(['Имя'], lost)
  await send(['Имя'])
  await send(['Имя'])
  await send(['Другое'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).toBe(keys[0])
  expect(new Set(keys.slice(2)).size).toBe(3)
})

test('it is pending until what it has changed is here', async () => {
  const { form, server, submit, shown, isPending } = await openForm({ refreshes: [LIST] })
  const answer = gate()
  const sent = submit(async () => {
    await answer.wait
    server.list = ['а', 'б', 'в']
    return { id: 'в' }
  })
  await Promise.resolve()
  expect(isPending()).toBe(true)
  expect(form.asked).toBe(1)
  answer.open()
  expect(await sent).toEqual({ id: 'в' })
  expect(shown()).toEqual(['а', 'б', 'в'])
  expect(isPending()).toBe(false)
})

test('after a refusal nothing is asked anew, unless somebody else was quicker or it always is', async () => {
  const plain = await openForm({ refreshes: [LIST] })
  await plain.submit(refuse(taken))
  expect(plain.form.asked).toBe(1)
  await plain.submit(refuse(new Refusal({ code: 'changed_meanwhile', message: 'Уже изменено.' })))
  expect(plain.form.asked).toBe(2)
  const always = await openForm({ refreshes: [LIST], refreshesAlways: true })
  await always.submit(refuse(taken))
  expect(always.form.asked).toBe(2)
})

test('a refusal is the problem in its own words, one without any in the form’s, and the next try begins without', async () => {
  const { form, submit } = await openForm({ failed: 'Не удалось сохранить.' })
  await submit(refuse(taken))
  expect(form.problem).toBe('Такое имя уже есть.')
  const answer = gate()
  const sent = submit(() => answer.wait)
  await Promise.resolve()
  expect(form.problem).toBeNull()
  answer.open()
  await sent
  await submit(refuse(broken))
  expect(form.problem).toBe('Не удалось сохранить.')
  await submit(refuse(broken), { failed: 'Не удалось назвать.' })
  expect(form.problem).toBe('Не удалось назвать.')
})

test('an answer of «ok: false» is a refusal in its words, or in the general ones where it has none', async () => {
  const { form, submit } = await openForm({ refreshes: [LIST] })
  expect(await submit(() => Promise.resolve({ ok: false, error: 'Код неверен.' }))).toBeNull()
  expect(form.problem).toBe('Код неверен.')
  await submit(() => Promise.resolve({ ok: false, error: null }))
  expect(form.problem).toBe(AGAIN)
  expect(form.asked).toBe(1)
  expect(await submit(() => Promise.resolve({ ok: true }))).toEqual({ ok: true })
})

test('fields hear what is wrong with them; where nobody listens, the first of them is the problem', async () => {
  const heard: unknown[] = []
  const form = await openForm({ onFields: (errors) => heard.push(errors) })
  await form.submit(refuse(invalid))
  expect(heard).toEqual([{ name: 'Укажите имя.' }])
  expect(form.form.problem).toBeNull()
  await form.submit(refuse(taken))
  expect(heard).toHaveLength(1)
  expect(form.form.problem).toBe('Такое имя уже есть.')
  const deaf = await openForm()
  await deaf.submit(refuse(invalid))
  expect(deaf.form.problem).toBe('Укажите имя.')
})

test('a toast says the refusal itself, or under a title why', async () => {
  const shown = vi.spyOn(toast, 'danger').mockImplementation(() => undefined)
  const words = await openForm({ toast: true })
  await words.submit(refuse(taken))
  await words.submit(refuse(broken))
  const title = await openForm({ toast: 'Не удалось передать' })
  await title.submit(refuse(taken))
  await title.submit(refuse(broken))
  expect(shown.mock.calls.map(([{ about: _, ...texts }]) => texts)).toEqual([
    { title: 'Такое имя уже есть.' },
    { title: AGAIN },
    { title: 'Не удалось передать', text: 'Такое имя уже есть.' },
    { title: 'Не удалось передать', text: undefined },
  ])
})

test('a fault of ours is told like any other and reported, what the browser refuses is only told', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const { form, submit } = await openForm()
  const fault = new TypeError('x is not a function')
  await submit(refuse(fault))
  expect(form.problem).toBe(AGAIN)
  await submit(refuse(new DOMException('The user said no', 'NotAllowedError')))
  expect(form.problem).toBe(AGAIN)
  expect(reported).toEqual([fault])
})

test('what is shown ahead of the answer stays once it is done, and goes once it is refused', async () => {
  const { submit, shown, server } = await openForm({ refreshes: [LIST], queue: 'list' })
  const answer = gate()
  const moved = submit(
    async () => {
      await answer.wait
      server.list = ['б', 'а']
    },
    { ahead: { queryKey: LIST, data: ['б', 'а'] } },
  )
  await Promise.resolve()
  expect(shown()).toEqual(['б', 'а'])
  answer.open()
  await moved
  expect(shown()).toEqual(['б', 'а'])
  await submit(refuse(taken), { ahead: { queryKey: LIST, data: ['а', 'б'] } })
  expect(shown()).toEqual(['б', 'а'])
})

test('in a queue every submit is made, one after another, and only the last asks anew', async () => {
  const { form, submit, shown, server } = await openForm({ refreshes: [LIST], queue: 'list' })
  const first = gate()
  const order: string[] = []
  const one = submit(
    async () => {
      order.push('first begins')
      await first.wait
      order.push('first ends')
    },
    { ahead: { queryKey: LIST, data: ['б', 'а'] } },
  )
  const two = submit(
    async () => {
      order.push('second')
      server.list = ['в']
    },
    { ahead: { queryKey: LIST, data: ['в'] } },
  )
  await Promise.resolve()
  expect(shown()).toEqual(['в'])
  first.open()
  await one
  expect(shown()).toEqual(['в'])
  await two
  expect(order).toEqual(['first begins', 'first ends', 'second'])
  expect(form.asked).toBe(2)
})
