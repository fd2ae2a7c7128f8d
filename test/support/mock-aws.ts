/** Mocks clients of AWS services for one test file. */

import type { Stack } from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'

interface Restorable {
  restore: () => void
}

/**
 * All test files that a worker process runs share the classes of the SDK. The mocks are kept in the global object,
 * which the files also share, so that the next file can remove them.
 */
const shared = globalThis as typeof globalThis & { awsMocks?: Restorable[] }

export const mockAws: typeof mockClient = client => {
  const mock = mockClient(client)
  shared.awsMocks = [...(shared.awsMocks ?? []), mock]
  return mock
}

/**
 * Removes the mocks of the previous test file, before each file. A hook of the previous file could not do this, because
 * a file whose tests are all skipped runs no hooks.
 */
export function restoreAwsMocks(): void {
  for (const mock of shared.awsMocks ?? []) mock.restore()
  shared.awsMocks = []
}

/** Returns the reply of CloudFormation about the stack of `prod`, with these outputs. */
export const stackWithOutputs = (outputs: Record<string, string>): { Stacks: Stack[] } => ({
  Stacks: [
    {
      StackName: 'BackOffice-prod',
      CreationTime: new Date(),
      StackStatus: 'CREATE_COMPLETE',
      Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    },
  ],
})
