import type { Settings } from '@podmoga/contract/settings'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { IntranetView } from './session/intranet.view.tsx'
import { SettingsAtFirst } from './session/use-settings.ts'

const nothing = () => {}

/** The sign-in as HTML, for requests without a session; the app hydrates this form (mount-app.tsx). */
export const prerenderSignIn = (settings: Settings): string => {
  const html = renderToString(
    <StrictMode>
      <SettingsAtFirst value={settings}>
        <App>
          <IntranetView
            view={{ at: 'sign_in' }}
            onEntered={nothing}
            onSignOut={nothing}
            isLeaving={false}
            onRetry={nothing}
          />
        </App>
      </SettingsAtFirst>
    </StrictMode>,
  )
  // React leaves out a part that fails within a boundary and reports nothing.
  if (html.includes('<!--$!-->')) throw new Error('a part of the sign-in could not be drawn')
  return html
}
