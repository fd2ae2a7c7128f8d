/** The environment variables: the only file that reads them. */

const read = (name: string) => process.env[name] || undefined

/** Requests per second, and a burst after a pause. */
export interface KeyLimit {
  requests: number
  burst: number
}

/** Read on access, so that tests and local commands can set them after this file is loaded. */
export const env = {
  /** The name of the stage: prod, dev and so on; local on a developer's machine. */
  get stage() {
    return read('STAGE') ?? 'local'
  },
  get tableName() {
    return read('TABLE_NAME') ?? 'back-office'
  },
  /** Set only for DynamoDB Local. */
  get dynamodbEndpoint() {
    return read('DYNAMODB_ENDPOINT')
  },
  /** DynamoDB Local has tables of their own for each access key. */
  get dynamodbAccessKey() {
    return read('DYNAMODB_ACCESS_KEY') ?? 'local'
  },
  /** The directory of the documentation's files; in AWS it is part of the bundle. */
  get docsDirectory() {
    return read('DOCS_DIR') ?? 'docs'
  },
  /** The queue of checkout events and that of their dead letters; not set on one machine. */
  get checkoutQueueUrl() {
    return read('CHECKOUT_QUEUE_URL')
  },
  get checkoutDeadLettersUrl() {
    return read('CHECKOUT_DEAD_LETTERS_URL')
  },
  /** Where the dead letters of checkout events are on one machine. */
  get deadLettersDirectory() {
    return read('DEAD_LETTERS_DIR')
  },
  /** The queue of mails; not set on one machine. */
  get mailQueueUrl() {
    return read('MAIL_QUEUE_URL')
  },
  /** Where mails are caught instead of sent; set on one machine only. */
  get mailDirectory() {
    return read('MAIL_DIR')
  },
  get mailConfigurationSet() {
    return read('MAIL_CONFIGURATION_SET')
  },
  /** What each API key may send. Undefined: no limit. */
  get keyLimit(): KeyLimit | undefined {
    const [requests, burst] = [read('KEY_REQUESTS_PER_SECOND'), read('KEY_BURST')]
    return requests && burst ? { requests: Number(requests), burst: Number(burst) } : undefined
  },
  /** How long a payment gateway may take to answer, in milliseconds. */
  get gatewayTimeout() {
    return Number(read('GATEWAY_TIMEOUT') ?? 10_000)
  },
  /** The address of a stand-in for Stripe, in tests. No deployed stage has it. */
  get stripeUrl() {
    return read('STRIPE_URL')
  },
  /** Where one machine keeps the keys of gateways; in AWS they are in Secrets Manager. */
  get gatewayKeysDirectory() {
    return read('GATEWAY_KEYS_DIR')
  },
  /**
   * Private hosts that the crawler may fetch from, such as `localhost, 127.0.0.1:3000`. Null in AWS, where they would
   * expose the internal network, and where no stage is set.
   */
  get crawlerAllowHosts() {
    const isLocal = ['local', 'test'].includes(read('STAGE') ?? '')
    const isAllowed = isLocal && !read('AWS_LAMBDA_FUNCTION_NAME')
    return isAllowed ? (read('CRAWLER_ALLOW_HOSTS') ?? '') : null
  },
}
