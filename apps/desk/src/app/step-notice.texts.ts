export const STEP = {
  from: (when: string) => `С ${when} вход в рабочее место — в два шага.`,
  set_up: 'Настроить сейчас',
} as const
