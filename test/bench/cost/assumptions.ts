/** What this machine cannot measure. The report prints these values. */

export const assumptions = {
  /** A Lambda in AWS: its own time, the time of a call to DynamoDB, and the time of a cold start. */
  handlerMilliseconds: 10,
  callMilliseconds: 8,
  coldStartMilliseconds: 500,
  coldStartShare: 0.02,
  /** X-Ray samples this share of all invocations, and the first one of each second. */
  tracedShare: 0.05,
  /** START, END and REPORT in the log of each invocation, and the line of each request in the access log. */
  invocationLogBytes: 400,
  accessLogBytes: 400,
  /** Shards of the stream of a new table: a change in each of them invokes a stream worker separately. */
  streamShards: 4,
  /** Without other events to share them: sending to the queue, receiving, deleting. */
  queueRequestsPerMessage: 3,
  /** What Lambda keeps open for each queue, and how long one waits for messages. */
  queuePollers: 5,
  queuePollSeconds: 20,
  /**
   * Of the requests to endpoints that use a secret, such as the key of a payment gateway: a Lambda keeps it for five
   * minutes. Decrypting it takes a request to KMS and a read unit.
   */
  keyRequestShare: 0.1,
  /** API keys in use all day: the authorizer runs once a minute for each. */
  activeKeys: 3,
  /** API Gateway writes this many metrics for each method that has them. */
  metricsPerMethod: 5,
  /** A year of orders is in the table. */
  storedDays: 365,
  /** Logs are kept for three months. */
  logMonths: 3,
  daysPerMonth: 30,
}

/** The metrics that the Lambdas, the access log and SES write themselves, with their dimensions. */
export const customMetrics = [
  'Replies 2xx',
  'Replies 3xx',
  'Replies 4xx',
  'Replies 5xx',
  'Faults',
  'GatewayAnswers succeeded',
  'GatewayAnswers refused',
  'GatewayAnswers unreachable',
  'GatewayAnswers unknown',
  'Orders Live',
  'Orders Test',
  'Refunds Live',
  'Refunds Test',
  'UnknownEvents',
  'RefundsNotCounted',
  'PendingPaymentAge',
  'UnknownMails',
  'ThrottledRequests',
  'Bounce',
  'Complaint',
]
