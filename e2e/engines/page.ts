import { type Engine, pause, until } from './engine.ts'

/** An element by role and name; it is looked up again on every use. */
export interface Target {
  role: keyof typeof SELECTORS
  name: RegExp
}

const SELECTORS = {
  link: 'a[href]',
  button: 'button',
  tab: '[role=tab]',
  entry: '[role=menuitem],[role=dialog] button',
  field: 'input:not([type=hidden]):not([type=file]):not([type=radio]):not([type=checkbox]),textarea',
  choice: 'select',
  radio: 'input[type=radio]',
  heading: 'h1,h2,h3',
  dialog: '[role=dialog],[role=alertdialog],dialog[open]',
  region: 'section,[role=region],[role=log]',
} as const

/** Time limit for an element to appear, long enough for a busy machine. */
const LOOK_MS = 20_000

// Runs in the page. Includes prerendered elements, which can be read and pressed.
const FIND = `
  const nameOf = (one) => (one.getAttribute('aria-label')
    || (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim()
    || [...(one.labels ?? [])].map((label) => label.textContent).join(' ')
    || one.textContent || one.title || '').replace(/\\s+/g, ' ').trim();
  const isSeen = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(one).visibility !== 'hidden' && !one.closest('[inert]');
  };
  const find = ([selector, pattern]) =>
    [...document.querySelectorAll(selector)].filter((one) => isSeen(one) && new RegExp(pattern, 'u').test(nameOf(one)))[0] ?? null;
`

const given = ({ role, name }: Target): [string, string] => [SELECTORS[role], name.source]

/** Functions that find elements and wait for them. */
const makeEyes = (engine: Engine) => {
  const ask = <T>(body: string, ...more: unknown[]) => engine.evaluate(FIND + body, ...more) as Promise<T>

  /** Returns the centre of an element once it does not move and nothing covers it. */
  const pointOf = (target: Target) =>
    ask<{ x: number; y: number } | null>(
      `const one = find(given[0]); if (!one || one.disabled) return null;
       one.scrollIntoView({ block: 'center', behavior: 'instant' });
       const at = () => one.getBoundingClientRect();
       const before = at(); await new Promise((later) => setTimeout(later, 120));
       const { left, top, width, height } = at(); if (before.top !== top || before.left !== left) return null;
       const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
       const hit = document.elementFromPoint(x, y);
       if (!hit || !(one.contains(hit) || hit.contains(one) || [...(one.labels ?? [])].some((label) => label.contains(hit)))) return null;
       return { x, y };`,
      given(target),
    )

  const has = (target: Target) => ask<boolean>('return find(given[0]) !== null', given(target))
  const reads = (text: string) =>
    ask<boolean>(
      `return document.body.innerText.replace(/\\s+/g, ' ').toLowerCase().includes(given[0].toLowerCase())`,
      text,
    )
  const path = () => ask<string>('return location.pathname + location.search')

  const fail = async (what: string): Promise<never> => {
    const seen = await ask<string>(
      'return location.pathname + location.search + " | " + document.body.innerText.replace(/\\s+/g, " ").slice(0, 600)',
    ).catch((error) => String(error))
    throw new Error(`${what}\n      на экране: ${seen}`)
  }
  const must = async (what: string, look: () => Promise<boolean>, ms = LOOK_MS): Promise<void> => {
    if ((await until(ms, async () => ((await look()) ? true : null))) === null) await fail(`нет: ${what}`)
  }

  return { ask, path, pointOf, has, reads, must, fail }
}

/** A page as a person uses it: to see, read, press and write. */
export const makePage = (engine: Engine, origin: string) => {
  const { ask, path, pointOf, has, reads, must, fail } = makeEyes(engine)

  const press = async (target: Target): Promise<void> => {
    const point = await until(LOOK_MS, () => pointOf(target))
    if (point === null) return fail(`не нажать: ${target.role} ${target.name}`)
    await engine.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', duration: 0, origin: 'viewport', ...point },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  return {
    engine,
    ask,
    path,
    press,
    goto: (to: string) => engine.goto(origin + to),
    see: (target: Target, ms?: number) => must(`${target.role} ${target.name}`, () => has(target), ms),
    seeNot: (target: Target) => must(`${target.role} ${target.name} ушло`, async () => !(await has(target))),
    read: (text: string, ms?: number) => must(`«${text}»`, () => reads(text), ms),
    readNot: (text: string, ms?: number) => must(`«${text}» ушло`, async () => !(await reads(text)), ms),
    at: (pattern: RegExp, ms?: number) =>
      must(`адрес ${pattern}`, async () => pattern.test(await path()), ms),
    /** Presses until it has an effect: a prerendered element may be replaced by the app's a moment later. */
    pressUntil: async (target: Target, done: () => Promise<void>): Promise<void> => {
      for (let tries = 0; ; tries += 1) {
        // Something that the previous press opened late may cover it by now.
        const missed = await press(target).then(
          () => null,
          (error: unknown) => error,
        )
        try {
          return await done()
        } catch (error) {
          if (tries === 2) throw missed ?? error
        }
      }
    },
    key: (value: string) =>
      engine.perform([
        {
          type: 'key',
          id: 'keys',
          actions: [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ],
        },
      ]),
    /** Types until the field has the text: the prerendered field may be replaced by the app's meanwhile. */
    write: async (target: Target, text: string): Promise<void> => {
      for (let tries = 0; tries < 4; tries += 1) {
        await press(target)
        await ask('find(given[0])?.select?.()', given(target)).catch(() => null)
        const actions = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
        await engine.perform([{ type: 'key', id: 'keys', actions }])
        await pause(150)
        const stands = await ask('return find(given[0])?.value', given(target)).catch(() => null)
        if (stands === text) return
      }
      return fail(`не написать: ${target.role} ${target.name}`)
    },
    /** Chooses an option by script, since headless engines do not open native lists. */
    choose: (target: Target, option: string) =>
      must(`выбор «${option}»`, () =>
        ask<boolean>(
          `const one = find(given[0]); const option = [...(one?.options ?? [])].find(({ label }) => label === given[1]);
           if (!option) return false;
           Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(one, option.value);
           one.dispatchEvent(new Event('change', { bubbles: true })); return one.value === option.value`,
          given(target),
          option,
        ),
      ),
  }
}

export type Page = ReturnType<typeof makePage>

export const link = (name: RegExp): Target => ({ role: 'link', name })
export const button = (name: RegExp): Target => ({ role: 'button', name })
export const field = (name: RegExp): Target => ({ role: 'field', name })
export const tab = (name: RegExp): Target => ({ role: 'tab', name })
export const heading = (name: RegExp): Target => ({ role: 'heading', name })
