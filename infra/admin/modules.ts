/** Loads the modules of `lib` for a command, and connects them to the table of a stage or of this machine. */

import type { GlobalOptions } from './command-options.ts'
import { createCommandFormatter, openStageOrLocalBackend } from './stage-or-local-backend.ts'

/** These variables turn off logs and metrics, because a command prints only its result and its errors. */
const quiet = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' }

/** These modules take long to load, so each is loaded only when a command needs it. */
const largeModules = {
  accountData: () => import('../../lib/account-data/index.ts'),
  events: () => import('../../lib/events/index.ts'),
  checkout: () => import('../../lib/checkout/index.ts'),
  gatewayKeys: () => import('../../lib/payments/gateway-keys.ts'),
  maintenance: () => import('../../lib/maintenance/index.ts'),
  payments: () => import('../../lib/payments/index.ts'),
  recovery: () => import('../../lib/recovery/index.ts'),
  sandbox: () => import('../../lib/payments/sandbox.ts'),
  stripeBackfill: () => import('../../lib/stripe-events/backfill.ts'),
}

export type Modules = Awaited<ReturnType<typeof connectModules>>

/** Modules connect to the table when they are loaded, so the environment variables are set before the imports. */
export async function connectModules(settings: GlobalOptions) {
  const formatCommand = createCommandFormatter(settings)
  const { environment, ...backend } = await openStageOrLocalBackend(settings, formatCommand)
  Object.assign(process.env, quiet, environment)
  return {
    accounts: await import('../../lib/accounts/index.ts'),
    domains: await import('../../lib/domains/index.ts'),
    keys: await import('../../lib/keys/index.ts'),
    maintenanceMode: await import('../../lib/maintenance-mode/index.ts'),
    ...largeModules,
    ...backend,
    stage: settings.stage ?? null,
    formatCommand,
  }
}
