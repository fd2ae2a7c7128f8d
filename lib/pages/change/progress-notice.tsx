/** The notice about a change that was sent, with its progress until the API accepts or refuses the change. */

import { Alert, Group, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Progress } from './retry-options.ts'

interface ProgressNoticeProps {
  progress: Progress
  title: string
  sentence: string
  /** An optional button, for example to stop the repetitions of the request. */
  children?: ReactNode
}

export const ProgressNotice = ({ progress, title, sentence, children }: ProgressNoticeProps) => (
  <Alert
    role="status"
    color={progress === 'unreachable' ? 'orange' : 'indigo'}
    title={title}
    icon={<Loader size="xs" />}
  >
    <Group justify="space-between" gap="xs">
      <Text size="sm">{sentence}</Text>
      {children}
    </Group>
  </Alert>
)
