/** Tests that keys of a payment gateway can be stored again after the KMS key that encrypted them was lost. */

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runStoreCommandLine } from '../../../infra/admin/store-command-line.ts'
import { env } from '../../../lib/core/env.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { loadGatewayKeys, saveGatewayKeys } from '../../../lib/payments/gateway-keys.ts'
import { StripeModel } from '../../payments/stripe-model.ts'
import { fakeKms, resetKms, testKey } from '../../support/fake-kms.ts'
import { mockAws, stackWithOutputs } from '../../support/mock-aws.ts'
import { type } from '../../support/standard-input.ts'
import { newTenant } from '../../support/store.ts'

const kms = fakeKms()
const stacks = mockAws(CloudFormationClient)
mockAws(SecretsManagerClient)
  .on(GetSecretValueCommand)
  .rejects(new ResourceNotFoundException({ message: 'no secret', $metadata: {} }))

/** The stack of the new account has a key of its own. */
const newKey = testKey.replaceAll('5', '6')
let stripe: StripeModel
let tenant: Tenant

beforeEach(async () => {
  resetKms(kms)
  stripe = await new StripeModel().start()
  tenant = await newTenant()
  for (const [name, value] of Object.entries({ STAGE: 'prod', SECRETS_KEY: testKey, GATEWAY_KEYS_DIR: '' }))
    vi.stubEnv(name, value)
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_A1', webhookSecret: 'whsec_1' })
  stacks.on(DescribeStacksCommand).resolves(stackWithOutputs({ TableName: env.tableName, SecretsKeyArn: newKey }))
})

afterEach(() => {
  stripe.close()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function set(options: string, input: string) {
  type(input)
  const { account, mode } = tenant
  return runStoreCommandLine(`gateway set --account ${account} --mode ${mode} --stage prod ${options}`.split(' '))
}

test('the key and the secret of the webhook together replace keys that cannot be decrypted', async () => {
  expect(await set('--key-stdin --webhook-secret-stdin', 'sk_test_A2\nwhsec_2')).toMatchObject({ exitCode: 0 })
  expect(await loadGatewayKeys(tenant)).toMatchObject({ apiKey: 'sk_test_A2', webhookSecret: 'whsec_2' })
})

test('one of them alone is refused, because the other cannot be kept', async () => {
  const { exitCode, errors } = await set('--key-stdin', 'sk_test_A2')
  expect({ exitCode, errors }).toMatchObject({ exitCode: 1, errors: expect.stringContaining('cannot be decrypted') })
})
