import { FEATURES } from '../features.ts'
import type { BarProps } from './top-bar.tsx'

const loadRows = () => Promise.all(FEATURES.flatMap(({ menu }) => (menu === undefined ? [] : [menu()])))

/** The phone's menu, with the rows that features have in it. */
export const loadSideMenu = async () => {
  const [{ SideMenu }, rows] = await Promise.all([import('./side-menu.tsx'), loadRows()])
  return (props: BarProps & { onClose: () => void }) => <SideMenu {...props} rows={rows} />
}
