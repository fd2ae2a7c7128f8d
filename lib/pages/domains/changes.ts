/** Hooks that set the default domain of a store, and allow or disallow other domains. */

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CallOptions, Client, Domain } from '../../client/index.ts'
import { isUndecided } from '../change/idempotency-key.ts'
import { useChange } from '../change/use-change.tsx'
import { nullIfMissing, problemOf, useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { type Domains, domainsQuery } from './queries.ts'
import { texts } from './texts.ts'
import { isResultOf } from './values.ts'

interface NewDefault {
  domain: Domain
  /** Whether the former default domain may no longer use the checkout, because it was set by mistake. */
  isUndo: boolean
}

interface DefaultChange extends NewDefault {
  /** The default domain before the change; null if the store had none. */
  former: Domain | null
}

/**
 * Sets the default domain. The former default domain is then added to the allowed domains, so that it may still use
 * the checkout.
 */
async function setDefault(
  api: Client,
  { domain, isUndo, former }: DefaultChange,
  { idempotencyKey = '' }: CallOptions,
): Promise<Domains> {
  const defaultDomain = await replaceDefault(api, domain, former)
  const isKept = !isUndo && former && former.domain !== defaultDomain.domain
  const others = isKept ? await api.domains.allow([former], { idempotencyKey }) : await api.domains.list()
  return { defaultDomain, others }
}

/**
 * If the reply to the first request was lost, its repetition fails with 412, because the default domain has changed. The
 * default domain is then read again, to see whether it is the new one.
 */
async function replaceDefault(api: Client, wanted: Domain, former: Domain | null): Promise<Domain> {
  const input = { Domain: wanted.domain, Protocol: wanted.protocol }
  try {
    return await api.domains.update(input, former ? { ifMatch: former } : {})
  } catch (error) {
    const current = problemOf(error)?.status === 412 && (await nullIfMissing(api.domains.get()))
    if (!current || !(await isResultOf(wanted, current))) throw error
    return current
  }
}

/**
 * Returns functions that keep the default domain before a change. An attempt with the same idempotency key repeats the
 * change, whose first attempt may already have replaced the default domain.
 */
function useFormer() {
  const cache = useQueryClient()
  const { api } = useSession()
  const kept = useRef<{ key: string | undefined; former: Domain | null } | null>(null)
  return {
    formerFor(key: string | undefined): Domain | null {
      const shown = cache.getQueryData<Domains>(domainsQuery(api).queryKey)?.defaultDomain ?? null
      if (kept.current?.key !== key) kept.current = { key, former: shown }
      return kept.current?.former ?? null
    },
    lastFormer: () => kept.current?.former ?? null,
  }
}

const undoTo = (former: Domain | null) => (former ? { domain: former, isUndo: true } : undefined)

type OnFaults = (errors: Record<string, string[]>) => void

/**
 * Changes the default domain with two requests. If the second request is refused, the first has already changed the
 * domains. So all domains are loaded again after a refusal. They stay as shown if the API may still accept the change,
 * so that the button is still there, and a second click completes the change. The domains may be loaded again before it,
 * and show the new default domain, so `unfinished` is the domain whose change a second click completes.
 */
export function useSetDefault(onFaults?: OnFaults, onDone?: () => void) {
  const { api } = useSession()
  const cache = useQueryClient()
  const query = domainsQuery(api)
  const { formerFor, lastFormer } = useFormer()
  const [unfinished, setUnfinished] = useState<Domain | null>(null)
  const { run, ...state } = useChange({
    query,
    send: (wanted: NewDefault, options) =>
      setDefault(api, { ...wanted, former: formerFor(options.idempotencyKey) }, options),
    accept: (changed: Domains) => changed,
    dependsOn: ({ defaultDomain }) => defaultDomain,
    undo: () => undoTo(lastFormer()),
    done: useTexts(texts).defaultChanged,
    onDone: () => {
      setUnfinished(null)
      onDone?.()
    },
    onRefused: problem => {
      onFaults?.(problem.errors)
      if (isUndecided(problem)) return
      setUnfinished(null)
      void cache.invalidateQueries(query)
    },
  })
  const start = (domain: Domain) => {
    setUnfinished(domain)
    return run({ domain, isUndo: false })
  }
  return { ...state, unfinished, run: start }
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

/** If the API has removed the domain, and its reply was lost, it refuses the repeated request. */
async function disallow(api: Client, { domain }: Domain): Promise<void> {
  try {
    await api.domains.disallow([{ domain }])
  } catch (error) {
    if (problemOf(error)?.code !== 'validation_failed') throw error
    const { defaultDomain, others } = await domainsQuery(api).queryFn()
    if ([defaultDomain, ...others].some(current => current?.domain === domain)) throw error
  }
}

export function useDisallow() {
  const text = useTexts(texts)
  const { api } = useSession()
  return useChange({
    query: domainsQuery(api),
    send: (domain: Domain) => disallow(api, domain),
    predict: (shown: Domains, { domain }) => ({
      ...shown,
      others: shown.others.filter(other => other.domain !== domain),
    }),
    done: text.removed,
  })
}
