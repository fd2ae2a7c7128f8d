/** Mocks clients of AWS services for one test file. */

import { mockClient } from 'aws-sdk-client-mock'

interface Restorable {
  restore: () => void
}

/** All files that a worker runs share the classes of the SDK, and the global object. */
const shared = globalThis as typeof globalThis & { awsMocks?: Restorable[] }

export const mockAws: typeof mockClient = client => {
  const mock = mockClient(client)
  shared.awsMocks = [...(shared.awsMocks ?? []), mock]
  return mock
}

/** Before each file, as a file whose tests are all skipped runs no hook that could do it. */
export function restoreAwsMocks(): void {
  for (const mock of shared.awsMocks ?? []) mock.restore()
  shared.awsMocks = []
}
