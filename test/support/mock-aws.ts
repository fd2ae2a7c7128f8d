/** Mocks clients of AWS services for one test file. The classes are shared by all files that a worker runs. */

import { mockClient } from 'aws-sdk-client-mock'
import { afterAll } from 'vitest'

export const mockAws: typeof mockClient = client => {
  const mock = mockClient(client)
  afterAll(() => mock.restore())
  return mock
}
