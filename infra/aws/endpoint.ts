/** One endpoint: its Lambda, the Lambda's access to the table, and the API Gateway method that calls it. */

import { Validations } from 'aws-cdk-lib'
import { type IAuthorizer, LambdaIntegration, Method, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import type { Stage } from '../stages.ts'
import { publicMethod } from './acknowledgments.ts'
import type { EndpointRoles } from './endpoint-roles.ts'
import { grantGatewayKeys } from './gateway-keys.ts'
import { LambdaFunction, type LambdaProps } from './lambda-function.ts'
import type { Table } from './table.ts'
import { permissionsOfRoute } from './table-permissions.ts'

interface EndpointProps extends LambdaProps {
  route: Route
  api: RestApi
  authorizer: IAuthorizer
  roles: EndpointRoles
  table: Table
}

export class Endpoint extends Construct {
  constructor(scope: Construct, id: string, props: EndpointProps) {
    super(scope, id)
    const { route, api, authorizer, roles, table, ...lambdaProps } = props
    const { name, purpose, isPublic, usesGateway, method, path } = route
    const role = roles.for(route)
    const lambda = new LambdaFunction(this, 'Lambda', { ...lambdaProps, name, purpose, role })
    table.grant(lambda, permissionsOfRoute(route))
    if (!isPublic) limitKeys(lambda, lambdaProps.stage)
    if (usesGateway) grantGatewayKeys(lambda, lambdaProps.stage)
    new Method(this, 'Method', {
      httpMethod: method,
      resource: api.root.resourceForPath(path),
      integration: new LambdaIntegration(lambda.resource, { allowTestInvoke: false }),
      options: isPublic ? {} : { authorizer },
    })
    if (isPublic) Validations.of(this).acknowledge(publicMethod)
  }
}

function limitKeys({ resource }: LambdaFunction, { keyRequestsPerSecond, keyBurst }: Stage): void {
  resource.addEnvironment('KEY_REQUESTS_PER_SECOND', String(keyRequestsPerSecond))
  resource.addEnvironment('KEY_BURST', String(keyBurst))
}
