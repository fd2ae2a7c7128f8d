/** Reads the environment variables. Nothing else in `lib` reads them. */

const read = (name: string) => process.env[name] || undefined

/** The rate limit of an API key: the requests per second, and the burst that is allowed after a pause. */
export interface KeyLimit {
  requests: number
  burst: number
}

/** Each variable is read on access, so that tests and local commands can set it after this file is loaded. */
export const env = {
  /** The name of the stage, such as prod or dev. On a developer's machine it is `local`. */
  get stage() {
    return read('STAGE') ?? 'local'
  },
  get tableName() {
    return read('TABLE_NAME') ?? 'back-office'
  },
  /** The URL of DynamoDB Local; undefined in AWS. */
  get dynamodbEndpoint() {
    return read('DYNAMODB_ENDPOINT')
  },
  /** DynamoDB Local keeps separate tables for each access key. */
  get dynamodbAccessKey() {
    return read('DYNAMODB_ACCESS_KEY') ?? 'local'
  },
  /** The directory that contains the files of the documentation. In AWS it is part of the bundle. */
  get docsDirectory() {
    return read('DOCS_DIR') ?? 'docs'
  },
  /** The URL of the queue for checkout events. This URL and that of the dead-letter queue are set only in AWS. */
  get checkoutQueueUrl() {
    return read('CHECKOUT_QUEUE_URL')
  },
  get checkoutDeadLettersUrl() {
    return read('CHECKOUT_DEAD_LETTERS_URL')
  },
  /** The ARN of the bus for checkout events; set only in AWS, for Lambdas that put events on it. */
  get checkoutBus() {
    return read('CHECKOUT_BUS')
  },
  /** The directory for checkout events that wait for their delivery; set only outside AWS. */
  get checkoutQueueDirectory() {
    return read('CHECKOUT_QUEUE_DIR')
  },
  /** The directory for dead letters of checkout events; set only outside AWS. */
  get deadLettersDirectory() {
    return read('DEAD_LETTERS_DIR')
  },
  /** The URL of the mail queue; set only in AWS. */
  get mailQueueUrl() {
    return read('MAIL_QUEUE_URL')
  },
  /** The directory into which mails are written instead of being sent; set only outside AWS. */
  get mailDirectory() {
    return read('MAIL_DIR')
  },
  get mailConfigurationSet() {
    return read('MAIL_CONFIGURATION_SET')
  },
  get keyLimit(): KeyLimit | undefined {
    const [requests, burst] = [read('KEY_REQUESTS_PER_SECOND'), read('KEY_BURST')]
    return requests && burst ? { requests: Number(requests), burst: Number(burst) } : undefined
  },
  /** How long a payment gateway may take to answer, in milliseconds. */
  get gatewayTimeout() {
    return Number(read('GATEWAY_TIMEOUT') ?? 10_000)
  },
  /** The URL of the server that replaces Stripe in tests. No deployed stage sets it. */
  get stripeUrl() {
    return read('STRIPE_URL')
  },
  /** The directory for the keys of payment gateways. It is not set in AWS, where Secrets Manager stores the keys. */
  get gatewayKeysDirectory() {
    return read('GATEWAY_KEYS_DIR')
  },
  /** The directory for the secrets of event sources; set only outside AWS. */
  get eventSecretsDirectory() {
    return read('EVENT_SECRETS_DIR')
  },
  /**
   * Private hosts that the crawler may fetch from, such as `localhost, 127.0.0.1:3000`. The value is null in two cases:
   * if the stage is neither local nor test, or in AWS, where private hosts would expose the internal network.
   */
  get crawlerAllowHosts() {
    const isLocal = ['local', 'test'].includes(read('STAGE') ?? '')
    const isAllowed = isLocal && !read('AWS_LAMBDA_FUNCTION_NAME')
    return isAllowed ? (read('CRAWLER_ALLOW_HOSTS') ?? '') : null
  },
}
