import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'Este campo é obrigatório.',
  empty: 'Este campo não pode ficar vazio.',
  too_short: 'São necessários pelo menos {limit} caracteres.',
  too_long: 'São permitidos no máximo {limit} caracteres.',
  too_few: 'São necessários pelo menos {limit} itens.',
  too_many: 'São permitidos no máximo {limit} itens.',
  below_minimum: 'O menor valor permitido é {limit}.',
  above_maximum: 'O maior valor permitido é {limit}.',
  email: 'Informe um endereço de e-mail como nome@example.com.',
  date: 'Informe uma data válida.',
  datetime: 'Informe uma data e um horário válidos.',
  password_too_short: 'A senha precisa de pelo menos {limit} caracteres.',
  password_too_common:
    'A senha é fácil de adivinhar, porque é formada por senhas comuns. Use quatro palavras sem relação entre si.',
  password_contains_context:
    'A senha é fácil de adivinhar, porque contém seu nome, seu endereço de e-mail, sua organização ou o nome deste serviço. Use quatro palavras sem relação entre si.',
  password_required: 'Informe a senha, porque você não se registrou neste navegador.',
  code_required: 'Informe um código do seu aplicativo autenticador ou um código de recuperação.',
  another_address: 'Informe o endereço para o qual o convite foi enviado.',
  no_such_member: 'Escolha outro membro ativo desta organização.',
  not_an_administrator: 'Só um administrador pode assumir chaves de API.',
  invalid_url: 'Informe um endereço completo que comece com https://.',
  insecure_url: 'O endereço precisa começar com https://.',
  unknown_host: 'O nome de host do endereço não foi encontrado no DNS.',
  private_address: 'O endereço precisa ser público e não pode ficar em uma rede local.',
  empty_file: 'O arquivo está vazio.',
  not_a_pdf: 'O arquivo não é um PDF.',
  wrong_password: 'O arquivo não abre com esta senha.',
};
