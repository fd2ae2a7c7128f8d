/** The KMS key that encrypts the secrets of stores in the table, and the permissions of Lambdas to use the key. */

import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib'
import { Grant } from 'aws-cdk-lib/aws-iam'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { SecretKind } from '../../lib/core/aws-names.ts'
import { secretsKeyDescription, stackOutputs } from '../constants.ts'
import type { Stage } from '../stages.ts'

export class SecretsKey extends Construct {
  readonly resource: IKey
  private readonly stage: Stage

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    this.stage = stage
    this.resource = stage.secretsKeyArn ? Key.fromKeyArn(this, 'Key', stage.secretsKeyArn) : this.createKey()
    new CfnOutput(this, 'Arn', { value: this.resource.keyArn }).overrideLogicalId(stackOutputs.secretsKey)
  }

  /** Creates a key that is kept when the stack is deleted. Without it, the secrets in the kept table would be lost. */
  private createKey(): Key {
    return new Key(this, 'Key', {
      description: secretsKeyDescription(this.stage.name),
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }

  /**
   * Allows decrypting secrets of one kind. No Lambda may encrypt, because only the `store` command stores secrets. The
   * command uses the permissions of the person who runs it.
   */
  grantDecrypt(lambda: Lambda, kind: SecretKind): void {
    Grant.addToPrincipal({
      grantee: lambda,
      actions: ['kms:Decrypt'],
      resourceArns: [this.resource.keyArn],
      conditions: {
        StringEquals: { 'kms:EncryptionContext:stage': this.stage.name, 'kms:EncryptionContext:kind': kind },
      },
    })
    lambda.addEnvironment('SECRETS_KEY', this.resource.keyArn)
  }
}
