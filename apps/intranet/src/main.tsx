import '@podmoga/ui/tokens.css'
import { UiRoot } from '@podmoga/ui/root/root'
import { applyTheme } from '@podmoga/ui/theme/theme'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntranetPage } from './session/intranet.page.tsx'

applyTheme()

// Every link of this app leads to another app.
const navigation = { navigate: (path: string) => location.assign(path), hrefOf: (path: string) => path }

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <UiRoot navigation={navigation}>
      <IntranetPage />
    </UiRoot>
  </StrictMode>,
)
