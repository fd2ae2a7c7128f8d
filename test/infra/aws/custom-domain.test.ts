import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { stackFor, template } from './template.ts'

const domain = {
  name: 'api.tea.example',
  certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/00000000-0000-0000-0000-000000000000',
}
const withRecord = template({ settings: { domain: { ...domain, hostedZoneId: 'Z1' } } })
const withoutRecord = template({ settings: { domain } })

describe('a domain of its own', () => {
  const [resource] = withRecord.ofType('ApiGateway::DomainName')

  test('is regional, with the certificate of the stage and TLS 1.2 at least', () => {
    expect(resource?.Properties).toEqual({
      DomainName: 'api.tea.example',
      RegionalCertificateArn: domain.certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
      Tags: expect.anything(),
    })
  })

  test('has the API at its root, and not below the name of the stage', () => {
    const [mapping] = withRecord.ofType('ApiGateway::BasePathMapping')
    expect(mapping?.Properties).toMatchObject({ RestApiId: expect.anything(), Stage: expect.anything() })
    expect(mapping?.Properties.BasePath).toBeUndefined()
  })

  test('is the address that a deployment prints', () => {
    expect(withRecord.outputs.ApiUrl.Value).toBe('https://api.tea.example/')
    expect(JSON.stringify(template().outputs.ApiUrl.Value)).toContain('execute-api')
  })

  test('gets its record in the hosted zone', () => {
    const [record] = withRecord.ofType('Route53::RecordSet')
    expect(record?.Properties).toMatchObject({ Name: 'api.tea.example.', HostedZoneId: 'Z1', Type: 'A' })
    expect(withRecord.outputs).not.toHaveProperty('DomainTarget')
  })

  test('has an output for the record, if the zone is elsewhere', () => {
    expect(withoutRecord.ofType('Route53::RecordSet')).toEqual([])
    expect(JSON.stringify(withoutRecord.outputs.DomainTarget.Value)).toContain('RegionalDomainName')
  })

  test('breaks no rule of cdk-nag', () => {
    const { app } = stackFor({ settings: { domain } })
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
  })
})

test('without the setting there is none', () => {
  expect(template().ofType('ApiGateway::DomainName')).toEqual([])
})
