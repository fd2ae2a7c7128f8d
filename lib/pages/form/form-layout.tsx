/** The layout of an input form: fields with the buttons below them, and a summary beside them. */

import { Fieldset, Grid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { Section } from '../details/section.tsx'
import { useSession } from '../session/client.ts'
import { submitHandler } from './faults.ts'

interface FormLayoutProps<Values extends object> {
  form: UseFormReturnType<Values>
  onSubmit: (values: Values) => void
  buttons: ReactNode
  aside: ReactNode
  children: ReactNode
}

/** The fields are disabled if the secret key may only read. */
export function FormLayout<Values extends object>(props: FormLayoutProps<Values>) {
  const { form, onSubmit, buttons, aside, children } = props
  const { canChange } = useSession()
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 4 }} order={{ lg: 2 }}>
        <Stack>{aside}</Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <form onSubmit={submitHandler(form, onSubmit)} noValidate>
          <Fieldset variant="unstyled" m={0} p={0} disabled={!canChange}>
            <Stack>{children}</Stack>
          </Fieldset>
          {canChange && buttons}
        </form>
      </Grid.Col>
    </Grid>
  )
}

/** The summary beside an input form. Screen readers announce its sentences when they change. */
export const Summary = ({ title, sentences }: { title: string; sentences: string }) => (
  <Section title={title}>
    <Text aria-live="polite" className="breakable">
      {sentences}
    </Text>
  </Section>
)
