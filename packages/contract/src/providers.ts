import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, isStorable, PathId } from './fields/fields.ts'
import { StepCode } from './second-step.ts'
import { SignedIn } from './session.ts'

export const listSignInProviders = endpoint({
  name: 'listSignInProviders',
  summary: 'Провайдеры входа бизнеса: названной сети, а без неё — единственного бизнеса установки',
  method: 'GET',
  path: 'auth/providers/',
  auth: 'public',
  query: z.object({ network: z.string().refine(isStorable).trim().toLowerCase().max(64).optional() }),
  answer: z.object({
    providers: z.array(z.object({ id: Id, name: z.string() })),
    /** Whether a network must be named: the installation has several businesses. */
    asks_network: z.boolean(),
  }),
  refusals: [],
})

export const beginProviderSignIn = endpoint({
  name: 'beginProviderSignIn',
  summary: 'Начать вход через провайдера: адрес, на который идёт браузер; ставит cookie попытки',
  method: 'POST',
  path: 'auth/providers/:providerId/begin/',
  auth: 'public',
  params: z.object({ providerId: PathId }),
  answer: z.object({ url: z.string() }),
  refusals: ['not_found', 'provider_failed', 'bad_origin'],
})

export const finishProviderSignIn = endpoint({
  name: 'finishProviderSignIn',
  summary: 'Закончить вход через провайдера тем, с чем он вернул браузер; второй шаг спрашивается здесь же',
  method: 'POST',
  path: 'auth/providers/finish/',
  auth: 'public',
  body: z.object({
    /** The query string, without "?", of the page that the provider redirected the browser to. */
    query: z.string().max(8000),
    /** The provider whose redirect address it was; absent: the old address that all providers shared. */
    provider: PathId.optional(),
    /** The second-step code, sent with the same `query` again after a `second_step_needed` refusal. */
    code: StepCode.optional(),
  }),
  answer: SignedIn,
  refusals: ['provider_failed', 'not_admitted', 'limit_reached', 'second_step_needed', 'bad_origin'],
})
