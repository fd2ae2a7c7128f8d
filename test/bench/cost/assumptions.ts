/** Defines values that this machine cannot measure. The report prints them. */

export const assumptions = {
  /**
   * The times of a Lambda in AWS: for its own code, for a call to DynamoDB, and for a cold start. `coldStartShare` is
   * the share of invocations with a cold start.
   */
  handlerMilliseconds: 10,
  callMilliseconds: 8,
  coldStartMilliseconds: 500,
  coldStartShare: 0.02,
  /** If the stage has tracing, Lambda traces the first invocation of each second, and this share of the others. */
  tracedShare: 0.05,
  /**
   * The size of the lines START, END and REPORT in the log of each invocation, and of the line of each request in the
   * access log.
   */
  invocationLogBytes: 400,
  accessLogBytes: 400,
  /**
   * The number of shards in the stream of a new table. A stream worker is invoked at least once for each shard with a
   * change.
   */
  streamShards: 4,
  /**
   * A message takes three requests to the queue: to send, receive and delete it. It is assumed that messages are not
   * batched.
   */
  queueRequestsPerMessage: 3,
  /** Lambda keeps this many pollers for each queue. Each request of a poller waits this long for messages. */
  queuePollers: 5,
  queuePollSeconds: 20,
  /**
   * The share of requests for which a secret is decrypted, if the endpoint uses one, such as the key of a payment
   * gateway. A Lambda keeps a secret for five minutes. Decrypting it takes a request to KMS and a read unit.
   */
  keyRequestShare: 0.1,
  /** The number of API keys that are in use all day. The authorizer runs once a minute for each of them. */
  activeKeys: 3,
  /** The number of metrics that API Gateway writes for each method whose metrics are turned on. */
  metricsPerMethod: 5,
  /**
   * The share of compressible replies whose client accepts compression. Browsers, fetch of Node and most HTTP clients
   * do.
   */
  compressedShare: 0.9,
  /** The size of the headers that API Gateway adds to a reply. */
  gatewayHeaderBytes: 400,
  /** For each Lambda, DynamoDB asks KMS for the key of the table once in this time. */
  tableKeySeconds: 300,
  /** The number of alarms that start in a month, and the number of people who get an e-mail about each of them. */
  alarms: 20,
  alarmReceivers: 2,
  /** A metric that reports a fault is written in this many hours of a month. */
  rareMetricHours: 10,
  /** The domain of the API has a zone in Route 53. Queries for an address of API Gateway are free there. */
  hostedZones: 1,
  /** The table has the orders of one year. It has the carts and the other expiring rows of the last 90 days. */
  storedDays: 365,
  expiringDays: 90,
  daysPerMonth: 30,
}
