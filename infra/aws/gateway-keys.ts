/** The permission to read the keys of payment gateways, which `store gateway set` puts into Secrets Manager. */

import { ArnFormat, Stack, Validations } from 'aws-cdk-lib'
import { Grant } from 'aws-cdk-lib/aws-iam'
import { gatewaySecretsOf } from '../../lib/core/stack-names.ts'
import type { Stage } from '../stages.ts'
import { gatewayKeysOfAllStores } from './acknowledgments.ts'
import type { LambdaFunction } from './lambda-function.ts'

export function grantGatewayKeys({ resource }: LambdaFunction, { name }: Stage): void {
  const secrets = `${gatewaySecretsOf(name)}/*`
  const arn = Stack.of(resource).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: secrets,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  const actions = ['secretsmanager:GetSecretValue']
  Grant.addToPrincipal({ grantee: resource, actions, resourceArns: [arn] })
  if (resource.role) Validations.of(resource.role).acknowledge(gatewayKeysOfAllStores(secrets))
}
