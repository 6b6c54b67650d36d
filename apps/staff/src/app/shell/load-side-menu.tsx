import { FEATURES } from '../features.ts'
import type { BarProps } from './top-bar.tsx'

const loadRows = () => Promise.all(FEATURES.flatMap(({ menu }) => (menu === undefined ? [] : [menu()])))

/** Loads the phone's menu and the rows that features add to it. */
export const loadSideMenu = async () => {
  const [{ SideMenu }, rows] = await Promise.all([import('./side-menu.tsx'), loadRows()])
  return (props: BarProps & { onClose: () => void }) => <SideMenu {...props} rows={rows} />
}
