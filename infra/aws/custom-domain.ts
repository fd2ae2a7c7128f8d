/** Defines a custom domain of the API. */

import { CfnOutput } from 'aws-cdk-lib'
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets'
import { Construct } from 'constructs'
import type { DomainSettings } from '../stages.ts'

interface CustomDomainProps extends DomainSettings {
  api: SpecRestApi
}

export class CustomDomain extends Construct {
  readonly url: string

  constructor(scope: Construct, id: string, { api, name, certificateArn, hostedZoneId }: CustomDomainProps) {
    super(scope, id)
    const domain = new DomainName(this, 'Domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
      mapping: api,
    })
    this.url = `https://${name}/`
    if (hostedZoneId) this.addRecord(domain, name, hostedZoneId)
    else this.addTargetOutput(domain)
  }

  /** This output contains the target for the CNAME record. The target changes when the stack is created again. */
  private addTargetOutput({ domainNameAliasDomainName: value }: DomainName): void {
    new CfnOutput(this, 'Target', { value }).overrideLogicalId('DomainTarget')
  }

  private addRecord(domain: DomainName, recordName: string, hostedZoneId: string): void {
    new ARecord(this, 'Record', {
      /** The dot at the end of the name keeps CDK from appending the name of the zone. */
      recordName: `${recordName}.`,
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: recordName }),
      target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
    })
  }
}
