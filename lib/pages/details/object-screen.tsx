/** The screen of one object: a link back to the list, and the content after loading. */

import { Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../placeholders/loaded.tsx'

interface ObjectScreenProps<Value> {
  back: ReactNode
  query: UseQueryResult<Value>
  children: (value: Value) => ReactNode
}

export const ObjectScreen = <Value,>({ back, query, children }: ObjectScreenProps<Value>) => (
  <Stack>
    {back}
    <Loaded query={query} isScreen>
      {children}
    </Loaded>
  </Stack>
)
