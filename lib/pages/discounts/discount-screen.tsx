/** The screen of one discount: its input form, its usage, and the buttons that archive, restore or delete it. */

import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Discount } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { type Fact, Facts } from '../details/facts.tsx'
import { ObjectScreen } from '../details/object-screen.tsx'
import { Section } from '../details/section.tsx'
import { SaveBar } from '../form/save-bar.tsx'
import { texts as formTexts } from '../form/texts.ts'
import { useQueryOnce } from '../form/use-object-form.ts'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { StateBadge } from './badges.tsx'
import { ArchiveOrRestoreButton, RemoveButton } from './buttons.tsx'
import { useSave } from './changes.ts'
import { DiscountEditor } from './form.tsx'
import { discountQuery } from './queries.ts'
import { texts } from './texts.ts'
import { bodyOf, useDiscountForm } from './values.ts'

const route = getRouteApi('/discounts/$id')

export function DiscountScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { id } = route.useParams()
  const query = useQueryOnce(discountQuery(api, id))
  return (
    <ObjectScreen back={<TextLink to="/discounts">{text.back}</TextLink>} query={query}>
      {discount => <DiscountDetails key={id} discount={discount} />}
    </ObjectScreen>
  )
}

function DiscountDetails({ discount }: { discount: Discount }) {
  const { save } = useTexts(formTexts)
  const { timeZone } = useSession().account
  const form = useDiscountForm(discount)
  const { run, isPending } = useSave(discount, form)
  return (
    <ScreenWithTitle title={discount.name} aside={<Buttons discount={discount} isEdited={form.isDirty()} />}>
      <DiscountEditor
        form={form}
        onSubmit={values => run(bodyOf(values, timeZone))}
        buttons={<SaveBar save={save} isPending={isPending} onDiscard={form.isDirty() ? form.reset : undefined} />}
      >
        <Usage discount={discount} />
      </DiscountEditor>
    </ScreenWithTitle>
  )
}

interface ButtonsProps {
  discount: Discount
  /** The input form has unsaved changes. The archive button is then disabled, because archiving would discard them. */
  isEdited: boolean
}

const Buttons = ({ discount, isEdited }: ButtonsProps) => (
  <Group gap="sm">
    <StateBadge discount={discount} />
    <ArchiveOrRestoreButton discount={discount} isDisabled={isEdited} />
    <RemoveButton discount={discount} />
  </Group>
)

function Usage({ discount }: { discount: Discount }) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const { numberOfUsages, numberOfUsagesUncompleted, maxNumberOfUsages } = discount
  const orders = number(numberOfUsages)
  const facts: Fact[] = [
    [text.orders, maxNumberOfUsages === null ? orders : text.ofMaximum(orders, number(maxNumberOfUsages))],
    [text.carts, number(numberOfUsagesUncompleted)],
  ]
  return (
    <Section title={text.usage}>
      <Facts facts={facts} />
      {numberOfUsages > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {text.used}
        </Text>
      )}
    </Section>
  )
}
