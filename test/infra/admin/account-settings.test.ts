import type { Command } from 'commander'
import { expect, test } from 'vitest'
import type { CommandContext, CreateAction } from '../../../infra/admin/command.ts'
import { parseCommandOptions } from '../../../infra/admin/command-options.ts'
import { createProgram } from '../../../infra/admin/program.ts'
import { createCommandFormatter } from '../../../infra/admin/stage-or-local-backend.ts'
import * as accounts from '../../../lib/accounts/index.ts'
import { newTenant } from '../../support/store.ts'

/** Runs a command on the table of the tests, as if this table belonged to the stage. */
async function textOf(line: string, stage?: string) {
  let printed = ''
  const createAction: CreateAction = (schema, handler) =>
    async function (this: Command) {
      const formatCommand = createCommandFormatter({ stage })
      const payments = () => import('../../../lib/payments/index.ts')
      const { text } = await handler(parseCommandOptions(this, schema), {
        accounts,
        formatCommand,
        payments,
      } as CommandContext)
      printed = text
    }
  await createProgram(createAction, () => {}).parseAsync(line.split(' '), { from: 'user' })
  return printed
}

test('the command that is printed for the keys of Stripe works on the same stage', async () => {
  const { account } = await newTenant()
  const command = `account set --account ${account} --gateway-test stripe`
  const hint = `--account ${account} --mode Test --key-stdin`
  expect(await textOf(command, 'prod')).toContain(`: npm run store -- gateway set ${hint} --stage prod`)
  expect(await textOf(command)).toContain(`: npm run store -- gateway set ${hint}`)
})
