/** Hooks that set the default domain of a store, and allow or disallow other domains. */

import { useQueryClient } from '@tanstack/react-query'
import type { CallOptions, Client, Domain } from '../../client/index.ts'
import { useChange } from '../change/use-change.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { type Domains, domainsQuery } from './queries.ts'
import { texts } from './texts.ts'

interface NewDefault {
  domain: Domain
  /** Whether the previous default domain may no longer use the checkout, because it was set by mistake. */
  isUndo: boolean
}

interface DefaultChange extends NewDefault {
  shown: Domains | undefined
}

/**
 * Sets the default domain. The previous default domain is then added to the allowed domains, so that it may still use
 * the checkout.
 */
async function setDefault(api: Client, { domain, isUndo, shown }: DefaultChange, { idempotencyKey = '' }: CallOptions) {
  const before = shown?.defaultDomain
  const condition = before ? { ifMatch: before } : {}
  const input = { Domain: domain.domain, Protocol: domain.protocol }
  const defaultDomain = await api.domains.update(input, condition)
  const isKept = !isUndo && before && before.domain !== defaultDomain.domain
  const others = isKept ? await api.domains.allow([before], { idempotencyKey }) : await api.domains.list()
  return { defaultDomain, others }
}

type OnFaults = (errors: Record<string, string[]>) => void

/**
 * Changes the default domain with two requests. If the second request is refused, the first has already changed the
 * domains. So all domains are loaded again after a refusal.
 */
export function useSetDefault({ defaultDomain }: Domains, onFaults?: OnFaults, onDone?: () => void) {
  const text = useTexts(texts)
  const { api } = useSession()
  const cache = useQueryClient()
  const query = domainsQuery(api)
  const shownNow = () => cache.getQueryData<Domains>(query.queryKey)
  const { run, ...state } = useChange({
    query,
    send: (wanted: NewDefault, options) => setDefault(api, { ...wanted, shown: shownNow() }, options),
    accept: (changed: Domains) => changed,
    dependsOn: ({ defaultDomain }) => defaultDomain,
    ...(defaultDomain && { undo: () => ({ domain: defaultDomain, isUndo: true }) }),
    done: text.defaultChanged,
    onDone: () => onDone?.(),
    onRefused: ({ errors }) => {
      onFaults?.(errors)
      void cache.invalidateQueries(query)
    },
  })
  return { ...state, run: (domain: Domain) => run({ domain, isUndo: false }) }
}

export function useAllow(onFaults: OnFaults, onDone: () => void) {
  const text = useTexts(texts)
  const { api } = useSession()
  return useChange({
    query: domainsQuery(api),
    send: (domain: Domain, { idempotencyKey = '' }) => api.domains.allow([domain], { idempotencyKey }),
    done: text.added,
    onDone,
    onRefused: ({ errors }) => onFaults(errors),
  })
}

export function useDisallow() {
  const text = useTexts(texts)
  const { api } = useSession()
  return useChange({
    query: domainsQuery(api),
    send: ({ domain }: Domain) => api.domains.disallow([{ domain }]),
    predict: (shown: Domains, { domain }) => ({
      ...shown,
      others: shown.others.filter(other => other.domain !== domain),
    }),
    done: text.removed,
  })
}
