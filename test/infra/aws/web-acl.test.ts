import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import { stackFor, template } from './template.ts'

const settings = { firewall: { requestsPerAddress: 3000 } }
const { ofType, resources } = template({ settings })

describe('the firewall', () => {
  const [webAcl] = ofType('WAFv2::WebACL')
  const rules = webAcl?.Properties.Rules

  test('is off by default', () => {
    expect(template().ofType('WAFv2::WebACL')).toEqual([])
  })

  test('limits each IP address', () => {
    expect(rules[0]).toMatchObject({
      Action: { Block: {} },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 3000 } },
    })
  })

  test('applies the common rules of AWS, and only counts those that would block ordinary requests', () => {
    const { ManagedRuleGroupStatement: group } = rules[1].Statement
    expect(group).toMatchObject({ VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' })
    expect(rules[1].OverrideAction).toEqual({ None: {} })
    for (const Name of ['SizeRestrictions_BODY', 'SizeRestrictions_QUERYSTRING'])
      expect(group.RuleActionOverrides).toContainEqual({ Name, ActionToUse: { Count: {} } })
  })

  test('stores no requests, as they contain keys', () => {
    for (const { VisibilityConfig } of [webAcl?.Properties, ...rules])
      expect(VisibilityConfig.SampledRequestsEnabled).toBe(false)
  })

  test('is in front of the stage of the API', () => {
    const [association] = ofType('WAFv2::WebACLAssociation')
    const [stage] = Object.keys(resources).filter(id => resources[id]?.Type === 'AWS::ApiGateway::Stage')
    expect(JSON.stringify(association?.Properties.ResourceArn)).toContain(`{"Ref":"${stage}"}`)
  })

  test('breaks no rule of cdk-nag, also without the acknowledgment that there is none', () => {
    const { app } = stackFor({ settings })
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
  })
})
