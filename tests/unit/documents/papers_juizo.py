"""Court orders on possession, contracts on space in a depot and projects of installations, composed anew."""

# ruff: noqa: E501

from __future__ import annotations

from tests.unit.documents.paper_cases import Paper

MANDADOS: list[Paper] = [
    (
        "mandado_judicial",
        """## PODER JUDICIÁRIO DO ESTADO DE SÃO PAULO
## COMARCA DE SOROCABA - 3ª VARA CÍVEL
# MANDADO DE REINTEGRAÇÃO DE POSSE
Processo Digital nº: 1012345-67.2025.8.26.0602
Classe - Assunto: Reintegração / Manutenção de Posse - Posse
Requerente: PETROLÍFERA IPIRATININGA S.A.
Requerido: AUTO POSTO VILA HARO LTDA, CNPJ 11.222.333/0001-81
O MM. Juiz de Direito da 3ª Vara Cível do Foro de Sorocaba, Dr. CARLOS EDUARDO MOTA, MANDA ao Oficial de Justiça que, em cumprimento ao presente, proceda à REINTEGRAÇÃO da requerente na posse do imóvel situado na Avenida São Paulo, nº 2.745, Além Ponte, Sorocaba/SP, CEP 18013-004, onde funcionava o posto revendedor da requerida.
Cumpra-se na forma e sob as penas da lei. Sorocaba, 18 de março de 2026.
""",
        {
            "razao_social": "AUTO POSTO VILA HARO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida São Paulo", "numero": "2745", "municipio": "Sorocaba", "uf": "SP"},
            "numero": "1012345-67.2025.8.26.0602",
            "data_emissao": "2026-03-18",
            "uf_emissor": "SP",
        },
    ),
    (
        "mandado_judicial",
        """## PODER JUDICIÁRIO
## TRIBUNAL DE JUSTIÇA DO ESTADO DE GOIÁS
## 2ª Vara Cível da Comarca de Rio Verde
# MANDADO DE DESPEJO
Autos nº 5123456-78.2025.8.09.0137	Natureza: Despejo por falta de pagamento
Autor: JOSÉ ANTONIO DA SILVA
Réu: COMERCIAL DE COMBUSTÍVEIS BURITI LTDA
CNPJ do réu: 11.222.333/0001-81
Imóvel: Rua Costa Gomes, nº 800, Setor Central, Rio Verde/GO
Finalidade: proceder ao DESPEJO do réu do imóvel acima, entregando-o ao autor, podendo requisitar força policial.
Rio Verde, 5 de maio de 2026. Eu, escrivã, subscrevi. Juíza de Direito
""",
        {
            "razao_social": "COMERCIAL DE COMBUSTÍVEIS BURITI LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Rua Costa Gomes", "numero": "800"},
            "numero": "5123456-78.2025.8.09.0137",
            "data_emissao": "2026-05-05",
        },
    ),
    (
        "mandado_judicial",
        """## TRIBUNAL DE JUSTIÇA DO ESTADO DO RIO DE JANEIRO
^ Comarca de Niterói - Cartório da 7ª Vara Cível
# MANDADO DE IMISSÃO NA POSSE
Nº do mandado: 2026/004512
Processo: 0009876-54.2024.8.19.0002
Exequente: BANCO ATLÂNTICO S.A. (CNPJ 33.000.167/0001-01)
Executada: POSTO PRAIA GRANDE DERIVADOS DE PETRÓLEO LTDA (CNPJ 11.222.333/0001-81)
Local da diligência: Avenida Visconde do Rio Branco, 455, Centro, Niterói - RJ
O Oficial de Justiça deverá IMITIR o exequente na posse do imóvel arrematado, situado no local da diligência, retirando dele a executada e seus pertences.
Niterói, 11 de agosto de 2026.
""",
        {
            "razao_social": "POSTO PRAIA GRANDE DERIVADOS DE PETRÓLEO LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Visconde do Rio Branco", "numero": "455"},
            "data_emissao": "2026-08-11",
        },
    ),
    (
        "mandado_judicial",
        """## PODER JUDICIÁRIO - ESTADO DO CEARÁ
# AUTO DE IMISSÃO DE POSSE
Aos quinze (15) dias do mês de junho de 2026, em cumprimento ao mandado expedido nos autos da ação nº 0204567-11.2025.8.06.0001, em que é autora IMOBILIÁRIA JANGADEIRO LTDA e ré POSTO DRAGÃO DO MAR LTDA, CNPJ 11.222.333/0001-81, dirigi-me à Avenida Presidente Castelo Branco, nº 1.500, Moura Brasil, Fortaleza/CE, e ali imiti a autora na posse do imóvel. Do que, para constar, lavrei o presente auto.
Oficial de Justiça: DANILO MARTINS ROCHA, matrícula 1234
""",
        {
            "razao_social": "POSTO DRAGÃO DO MAR LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Presidente Castelo Branco", "numero": "1500"},
        },
    ),
    (
        "mandado_judicial",
        """## JUSTIÇA FEDERAL - SEÇÃO JUDICIÁRIA DO PARANÁ
## 1ª VARA FEDERAL DE FOZ DO IGUAÇU
# MANDADO LIMINAR DE REINTEGRAÇÃO DE POSSE
AÇÃO DE REINTEGRAÇÃO DE POSSE Nº 5004321-98.2025.4.04.7002/PR
AUTOR: CONCESSIONÁRIA DE RODOVIAS DO OESTE S.A.
RÉU: POSTO FRONTEIRA LTDA - EPP
Ao Oficial de Justiça desta Vara: em cumprimento à decisão do evento 12, reintegre a autora na posse da área localizada na Rodovia BR-277, km 714, Foz do Iguaçu/PR, ocupada pelo réu, CNPJ nº 11.222.333/0001-81, promovendo a desocupação.
Foz do Iguaçu, 22/01/2026.
Documento eletrônico assinado por SÔNIA APARECIDA DE SOUZA, Juíza Federal
""",
        {
            "razao_social": "POSTO FRONTEIRA LTDA - EPP",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Rodovia BR-277", "numero": "km 714"},
            "data_emissao": "2026-01-22",
        },
    ),
    (
        "mandado_judicial",
        """## ESTADO DE MINAS GERAIS - PODER JUDICIÁRIO
## JUÍZO DE DIREITO DA COMARCA DE UBERABA
# MANDADO JUDICIAL
IMISSÃO NA POSSE
Processo n. 0701.95.012345-6
O Doutor JUIZ DE DIREITO manda a qualquer Oficial de Justiça que se dirija à Praça Rui Barbosa, nº 21, nesta cidade de Uberaba/MG, e aí sendo, imita DISTRIBUIDORA TRIÂNGULO DE PETRÓLEO LTDA na posse do imóvel e dos equipamentos que se encontram em poder de AUTO POSTO ZEBU LTDA, inscrito no CGC sob o nº 11.222.333/0001-81, tudo conforme decisão de fls.
CUMPRA-SE.
Uberaba, 9 de outubro de 1996.
""",
        {"cnpj": "11222333000181", "data_emissao": "1996-10-09", "endereco": {"logradouro": "Praça Rui Barbosa"}},
    ),
    (
        "mandado_judicial",
        """## PODER JUDICIÁRIO DO ESTADO DO RIO GRANDE DO SUL
# MANDADO DE DESPEJO E IMISSÃO
Vara: 4ª Vara Cível de Caxias do Sul	Processo: 5009999-11.2025.8.21.0010
Parte autora	Parte ré
IMÓVEIS SERRANOS LTDA	ABASTECEDORA VINHEDOS LTDA
	CNPJ 11.222.333/0001-81
Endereço do imóvel: Rua Sinimbu, 1.600, Lourdes, Caxias do Sul/RS, CEP 95020-001
Objeto: despejo da parte ré e imissão da parte autora na posse.
Caxias do Sul, 27 de fevereiro de 2026
""",
        {
            "razao_social": "ABASTECEDORA VINHEDOS LTDA",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Rua Sinimbu", "numero": "1600"},
            "data_emissao": "2026-02-27",
        },
    ),
    (
        "mandado_judicial",
        """## TRIBUNAL DE JUSTIÇA DE PERNAMBUCO
## Central de Mandados de Caruaru
# MANDADO DE CUMPRIMENTO DE REINTEGRAÇÃO
REQUERENTE: VERA LÚCIA TAVARES
REQUERIDO(A): POSTO ALTO DO MOURA COMBUSTÍVEIS EIRELI - CNPJ: 11.222.333/0001-81
ENDEREÇO PARA CUMPRIMENTO: Avenida Agamenon Magalhães, 980, Maurício de Nassau, Caruaru/PE
PROCESSO Nº: 0004567-22.2026.8.17.2480
O Juiz de Direito determina a reintegração de posse da requerente no imóvel do endereço para cumprimento, com reforço policial se necessário.
Caruaru (PE), 30 de abril de 2026.
""",
        {
            "razao_social": "POSTO ALTO DO MOURA COMBUSTÍVEIS EIRELI",
            "cnpj": "11222333000181",
            "endereco": {"logradouro": "Avenida Agamenon Magalhães", "numero": "980"},
            "data_emissao": "2026-04-30",
        },
    ),
]

OUTRAS_DECISOES = [
    """## PODER JUDICIÁRIO DO ESTADO DE SÃO PAULO
# SENTENÇA
Processo nº 1000111-22.2024.8.26.0100 - Ação de Cobrança. Vistos. JULGO PROCEDENTE o pedido para condenar a ré ao pagamento de R$ 15.000,00, com juros e correção monetária. Custas pela ré. P.R.I.
São Paulo, 3 de março de 2025. Juiz de Direito
""",
    """## TRIBUNAL DE JUSTIÇA DO PARANÁ
# CERTIDÃO DE DISTRIBUIÇÃO CÍVEL
CERTIFICO que, revendo os registros de distribuição, NADA CONSTA contra POSTO SOL LTDA, CNPJ 11.222.333/0001-81. Curitiba, 4 de maio de 2026.
""",
    """## PODER JUDICIÁRIO
# MANDADO DE CITAÇÃO
Processo nº 0001234-56.2025.8.13.0024 - Execução fiscal. O Oficial de Justiça cite POSTO SOL LTDA para pagar a dívida em 5 dias. Belo Horizonte, 6 de junho de 2025.
""",
]

CESSOES: list[Paper] = [
    (
        "contrato_cessao_espaco",
        """# CONTRATO DE CESSÃO DE ESPAÇO EM BASE DE DISTRIBUIÇÃO
CEDENTE: BASE PAULÍNIA ARMAZÉNS GERAIS S.A., CNPJ 33.000.167/0001-01, com sede na Avenida Roberto Simonsen, nº 2.000, Paulínia/SP.
CESSIONÁRIA: DISTRIBUIDORA TRÊS RIOS DE COMBUSTÍVEIS LTDA, CNPJ 11.222.333/0001-81, com sede na Rua Sete, nº 70, Centro, Campinas/SP.
As partes têm entre si justo e contratado:
CLÁUSULA PRIMEIRA - DO OBJETO: a cedente cede à cessionária espaço para armazenamento de 500 m³ (quinhentos metros cúbicos) de derivados de petróleo em seus tanques.
CLÁUSULA SEGUNDA - DO PRAZO: 24 (vinte e quatro) meses, a contar da assinatura.
Fica eleito o foro de Paulínia.
Paulínia, 2 de junho de 1995.
""",
        {
            "razao_social": "DISTRIBUIDORA TRÊS RIOS DE COMBUSTÍVEIS LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "1995-06-02",
            "cedente": "BASE PAULÍNIA ARMAZÉNS GERAIS S.A.",
        },
    ),
    (
        "contrato_cessao_espaco",
        """# INSTRUMENTO PARTICULAR DE CESSÃO DE TANCAGEM
Pelo presente instrumento, de um lado TERMINAL BETIM LTDA, CNPJ 33.000.167/0001-01, doravante CEDENTE, e de outro lado PETRO MINAS DISTRIBUIDORA S/A, CNPJ 11.222.333/0001-81, estabelecida na Rua Rio de Janeiro, 1.200, Betim/MG, doravante CESSIONÁRIA, ajustam a cessão de espaço em tanques de armazenamento, com capacidade de 300 metros cúbicos.
O presente contrato vigorará até 31 de dezembro de 1997.
Betim, 10 de março de 1996.
""",
        {"cnpj": "11222333000181", "razao_social": "PETRO MINAS DISTRIBUIDORA S/A", "data_emissao": "1996-03-10"},
    ),
    (
        "contrato_cessao_espaco",
        """## CESSÃO DE ESPAÇO PARA ARMAZENAGEM
Contratante cessionária: DISTRIBUIDORA NORTE SUL LTDA
CNPJ: 11.222.333/0001-81
Contratada cedente: COMPANHIA DE ARMAZENAGEM DO NORTE
CNPJ: 33.000.167/0001-01
Local da base: Avenida Arthur Bernardes, 5.000, Miramar, Belém/PA
Volume cedido: 1.000 m³
Data: 15/02/2026
""",
        {"cnpj": "11222333000181", "razao_social": "DISTRIBUIDORA NORTE SUL LTDA", "data_emissao": "2026-02-15"},
    ),
    (
        "contrato_cessao_espaco",
        """# CONTRATO DE ARMAZENAGEM DE COMBUSTÍVEIS
As partes abaixo qualificadas: (i) ARMAZENADORA SUAPE S.A., inscrita no CNPJ sob o nº 33.000.167/0001-01, com sede em Ipojuca/PE, simplesmente CEDENTE; e (ii) NORDESTE PETRÓLEO DISTRIBUIDORA LTDA, inscrita no CNPJ sob o nº 11.222.333/0001-81, com sede na Avenida Boa Viagem, nº 3.456, Recife/PE, simplesmente CESSIONÁRIA; celebram contrato de cessão de espaço na base de distribuição, para movimentação de produtos.
Recife, 7 de julho de 2025.
""",
        {
            "cnpj": "11222333000181",
            "razao_social": "NORDESTE PETRÓLEO DISTRIBUIDORA LTDA",
            "endereco": {"logradouro": "Avenida Boa Viagem", "numero": "3456"},
            "data_emissao": "2025-07-07",
        },
    ),
]

PROJETOS: list[Paper] = [
    (
        "projeto_instalacoes",
        """# PROJETO DAS INSTALAÇÕES E CRONOGRAMA FÍSICO-FINANCEIRO
Proprietário: DISTRIBUIDORA TRÊS RIOS DE COMBUSTÍVEIS LTDA
CNPJ: 11.222.333/0001-81
Local: Rodovia SP-332, km 130, Paulínia/SP
Objeto: base de armazenamento e distribuição de derivados de petróleo
Tanque	Produto	Capacidade (m³)
TQ-01	Gasolina	500
TQ-02	Óleo diesel	1.000
Etapa	Mês 1	Mês 2	Mês 3
Fundações	X
Montagem dos tanques		X	X
Responsável técnico: HELENA VASCONCELOS PAIVA	CREA 0601234567
ART nº 92221220250001
Paulínia, 20 de julho de 1995
""",
        {
            "razao_social": "DISTRIBUIDORA TRÊS RIOS DE COMBUSTÍVEIS LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "1995-07-20",
            "endereco": {"logradouro": "Rodovia SP-332", "numero": "km 130"},
            "cronograma": True,
        },
    ),
    (
        "projeto_instalacoes",
        """# MEMORIAL DESCRITIVO
## Base de distribuição de combustíveis líquidos
1. Interessado: PETRO MINAS DISTRIBUIDORA S/A - CNPJ 11.222.333/0001-81
2. Endereço da obra: Avenida Edméia Mattos Lazzarotti, 3.000, Betim/MG
3. Tanques: dois tanques verticais aéreos de 750 m³, com bacia de contenção conforme NBR 17505.
4. Cronograma de execução: conclusão prevista em 150 dias.
5. Sistema de combate a incêndio por espuma; instalações elétricas à prova de explosão; fundações em concreto armado.
Engenheiro responsável: OTÁVIO BRANDÃO MELO, CREA/MG 98.765
Betim, 04/04/1996
""",
        {
            "razao_social": "PETRO MINAS DISTRIBUIDORA S/A",
            "cnpj": "11222333000181",
            "data_emissao": "1996-04-04",
            "cronograma": True,
        },
    ),
    (
        "projeto_instalacoes",
        """## PROJETO DE INSTALAÇÃO DE BASE DE ARMAZENAMENTO
PRANCHA 01/04	ESCALA 1:200	REVISÃO 2
CONTEÚDO: PLANTA DE SITUAÇÃO E ARRANJO GERAL
PROPRIETÁRIO: NORDESTE PETRÓLEO DISTRIBUIDORA LTDA
LOCAL: AVENIDA PORTUÁRIA, 77, IPOJUCA/PE
AUTOR DO PROJETO: EVERTON LUIZ PACHECO - CREA PE 12345
DATA: 11/11/2025
TANQUES VERTICAIS	PLATAFORMA DE CARREGAMENTO	BACIA DE CONTENÇÃO
""",
        {"razao_social": "NORDESTE PETRÓLEO DISTRIBUIDORA LTDA", "data_emissao": "2025-11-11"},
    ),
    (
        "projeto_instalacoes",
        """# CRONOGRAMA FÍSICO-FINANCEIRO
Empreendimento: Base de distribuição de Itaqui
Empresa: DISTRIBUIDORA NORTE SUL LTDA	CNPJ: 11.222.333/0001-81
Etapa	Início	Término	Percentual
Terraplenagem	01/02/1996	29/02/1996	10%
Obras civis	01/03/1996	31/05/1996	45%
Montagem dos tanques	01/06/1996	31/07/1996	45%
São Luís, 15 de janeiro de 1996.
""",
        {"cnpj": "11222333000181", "data_emissao": "1996-01-15", "cronograma": True},
    ),
]
