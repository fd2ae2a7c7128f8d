/** A firewall in front of the API, with the common rules of AWS and a limit for each IP address. */

import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { FirewallSettings } from '../stages.ts'

interface WebAclProps extends FirewallSettings {
  api: SpecRestApi
}

/**
 * These rules count requests without blocking them, because ordinary requests can match the rules. Ordinary bodies may
 * have 4 MB, texts may be HTML or contain URLs and paths, some callers send no User-Agent, and the query of the packing
 * slips of 200 orders is longer than the 2,048 bytes of the rule.
 */
const countedRules = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'GenericRFI_BODY',
  'GenericLFI_BODY',
  'NoUserAgent_HEADER',
]

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  /** Samples would show the path and the headers of requests, including keys, so sampling is turned off. */
  sampledRequestsEnabled: false,
})

export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { api, requestsPerAddress }: WebAclProps) {
    super(scope, id)
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('Requests'),
      rules: [limitOf(requestsPerAddress), commonRules],
    })
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: webAcl.attrArn,
    })
  }
}

const limitOf = (requestsPerAddress: number): CfnWebACL.RuleProperty => ({
  name: 'LimitByAddress',
  priority: 0,
  action: { block: {} },
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: requestsPerAddress, evaluationWindowSec: 300 } },
  visibilityConfig: visibility('LimitByAddress'),
})

const commonRules: CfnWebACL.RuleProperty = {
  name: 'CommonRules',
  priority: 1,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name: 'AWSManagedRulesCommonRuleSet',
      ruleActionOverrides: countedRules.map(name => ({ name, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visibility('CommonRules'),
}
