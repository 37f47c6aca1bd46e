"""Dissolutions, incorporations and contracts of fuel companies, composed anew: no paper of anybody."""

# ruff: noqa: E501

from __future__ import annotations

from tests.unit.documents.paper_cases import Paper

DISTRATOS: list[Paper] = [
    (
        "distrato_social",
        """# DISTRATO SOCIAL
# AUTO POSTO ANTIGO LTDA
CNPJ 11.222.333/0001-81 - NIRE 41.2.0345678-9
JOÃO CARLOS DA SILVA, brasileiro, casado, empresário, CPF nº 390.533.447-05, residente na Rua A, 10, Cascavel/PR, e SÔNIA APARECIDA DE SOUZA, brasileira, solteira, comerciante, CPF nº 529.982.247-25, residente na Rua B, 20, Cascavel/PR, únicos sócios da sociedade empresária limitada AUTO POSTO ANTIGO LTDA, com sede na Avenida Brasil, nº 2.300, Bairro Industrial, Cascavel/PR, CEP 85816-290, inscrita no CNPJ sob o nº 11.222.333/0001-81, resolvem dissolver e extinguir a sociedade, mediante as cláusulas seguintes:
CLÁUSULA PRIMEIRA - A sociedade encerrou suas operações em 31/12/2025, por não mais interessar aos sócios a sua continuidade.
CLÁUSULA SEGUNDA - Procedida a liquidação, os sócios dão entre si plena quitação.
CLÁUSULA TERCEIRA - A guarda dos livros fica a cargo de JOÃO CARLOS DA SILVA.
Cascavel, 15 de janeiro de 2026.
""",
        {
            "razao_social": "AUTO POSTO ANTIGO LTDA",
            "cnpj": "11222333000181",
            "nire": "41203456789",
            "endereco": {"logradouro": "Avenida Brasil", "numero": "2300", "municipio": "Cascavel"},
            "socios": [
                {"nome": "JOÃO CARLOS DA SILVA", "documento": "39053344705"},
                {"nome": "SÔNIA APARECIDA DE SOUZA", "documento": "52998224725"},
            ],
            "data_emissao": "2026-01-15",
            "objeto_social": None,
            "alterado": None,
        },
    ),
    (
        "distrato_social",
        """# INSTRUMENTO PARTICULAR DE DISTRATO DE SOCIEDADE LIMITADA
Pelo presente instrumento, CARLOS EDUARDO MOTA, brasileiro, divorciado, comerciante, portador do CPF 390.533.447-05, domiciliado em Jaú/SP, único sócio de POSTO TREVO DE JAÚ LTDA - ME, sociedade limitada unipessoal estabelecida à Rua Rui Barbosa, 1.010, Centro, Jaú/SP, CNPJ 11.222.333/0001-81, com contrato arquivado na Junta Comercial do Estado de São Paulo sob o NIRE 35212345678, declara dissolvida e extinta a sociedade, cujas atividades se encerraram nesta data.
O ativo e passivo porventura supervenientes ficam sob a responsabilidade do titular, a quem cabe a guarda dos livros e documentos.
Jaú, 4 de março de 2026.
""",
        {
            "razao_social": "POSTO TREVO DE JAÚ LTDA - ME",
            "cnpj": "11222333000181",
            "nire": "35212345678",
            "endereco": {"logradouro": "Rua Rui Barbosa", "numero": "1010"},
            "socios": [{"nome": "CARLOS EDUARDO MOTA", "documento": "39053344705"}],
            "data_emissao": "2026-03-04",
        },
    ),
    (
        "distrato_social",
        """## DISTRATO E DISSOLUÇÃO
## TRR OURO FINO LTDA
NIRE: 31.2.0123456-1	CNPJ: 11.222.333/0001-81
SÓCIOS:
1. ANTONIO PEREIRA NETO, CPF 390.533.447-05, brasileiro, viúvo, empresário
2. ANA BEATRIZ RAMOS, CPF 111.444.777-35, brasileira, casada, empresária
Os sócios acima, de comum acordo, distratam a sociedade TRR OURO FINO LTDA, sediada na Rodovia MG-290, km 40, Zona Rural, Ouro Fino/MG, declarando encerradas as atividades em 30 de setembro de 1996.
Cláusula 1ª. Cada sócio recebe seus haveres em moeda corrente.
Cláusula 2ª. Os livros ficam com ANTONIO PEREIRA NETO.
Ouro Fino, 10 de outubro de 1996.
""",
        {
            "razao_social": "TRR OURO FINO LTDA",
            "cnpj": "11222333000181",
            "nire": "31201234561",
            "endereco": {"logradouro": "Rodovia MG-290"},
            "data_emissao": "1996-10-10",
        },
    ),
    (
        "distrato_social",
        """# DISTRATO CONTRATUAL
Os abaixo assinados VERA LÚCIA TAVARES, brasileira, solteira, empresária, CPF 529.982.247-25, e OTÁVIO BRANDÃO MELO, brasileiro, casado, empresário, CPF 390.533.447-05, únicos componentes da sociedade que gira sob o nome empresarial de POSTO ORLA SUL LTDA, CNPJ nº 11.222.333/0001-81, com sede na Avenida Oceânica, nº 77, Barra, Salvador/BA, com capital social de R$ 50.000,00, resolvem, na melhor forma de direito, distratar a referida sociedade.
A liquidação da sociedade foi feita pelo sócio OTÁVIO BRANDÃO MELO, nomeado liquidante.
Salvador, 22 de fevereiro de 2024.
""",
        {
            "razao_social": "POSTO ORLA SUL LTDA",
            "cnpj": "11222333000181",
            "capital_social": "50000.00",
            "endereco": {"logradouro": "Avenida Oceânica", "numero": "77"},
            "socios": [
                {"nome": "VERA LÚCIA TAVARES", "documento": "52998224725"},
                {"nome": "OTÁVIO BRANDÃO MELO", "documento": "39053344705"},
            ],
            "data_emissao": "2024-02-22",
        },
    ),
]

INCORPORACOES: list[Paper] = [
    (
        "ato_incorporacao",
        """# PROTOCOLO E JUSTIFICAÇÃO DE INCORPORAÇÃO
REDE SERRANA DE POSTOS LTDA, com sede na Rua Sinimbu, nº 1.600, Lourdes, Caxias do Sul/RS, CNPJ 11.222.333/0001-81, NIRE 43.2.0456789-1, doravante INCORPORADORA, e POSTO VINHEDOS LTDA, com sede na Rua Os 18 do Forte, nº 22, Centro, Caxias do Sul/RS, CNPJ 33.000.167/0001-01, doravante INCORPORADA, ajustam o presente protocolo.
1. A incorporadora sucederá a incorporada em todos os direitos e obrigações, assumindo o ativo e o passivo.
2. Data base: 31/12/2025. Patrimônio líquido avaliado por empresa especializada: R$ 300.000,00.
3. Extinta a sociedade incorporada, o estabelecimento passa a ser filial da incorporadora.
Caxias do Sul, 10 de fevereiro de 2026.
""",
        {
            "razao_social": "REDE SERRANA DE POSTOS LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-02-10",
            "endereco": {"logradouro": "Rua Sinimbu", "numero": "1600"},
        },
    ),
    (
        "ato_incorporacao",
        """# 5ª ALTERAÇÃO CONTRATUAL COM INCORPORAÇÃO
## COMERCIAL DE COMBUSTÍVEIS ARAUCÁRIA LTDA
CNPJ 11.222.333/0001-81 NIRE 41203456789
ANTONIO PEREIRA NETO, brasileiro, viúvo, empresário, CPF nº 390.533.447-05, residente em Curitiba/PR, e LÚCIA HELENA PRADO, brasileira, casada, contadora, CPF nº 111.444.777-35, residente em Curitiba/PR, sócios da sociedade empresária limitada COMERCIAL DE COMBUSTÍVEIS ARAUCÁRIA LTDA, com sede na Avenida Manoel Ribas, nº 5.000, Araucária/PR, resolvem alterar o contrato social para incorporar a sociedade POSTO BARIGUI LTDA, CNPJ 33.000.167/0001-01, que se extingue, sucedendo-a a incorporadora em todos os direitos e obrigações (art. 1.116 do Código Civil).
O capital social passa a ser de R$ 400.000,00.
Curitiba, 6 de maio de 2026.
""",
        {
            "razao_social": "COMERCIAL DE COMBUSTÍVEIS ARAUCÁRIA LTDA",
            "cnpj": "11222333000181",
            "nire": "41203456789",
            "data_emissao": "2026-05-06",
            "alterado": True,
        },
    ),
    (
        "ato_incorporacao",
        """# INSTRUMENTO DE CISÃO PARCIAL
A sociedade GRUPO MAR ABERTO LTDA, CNPJ 33.000.167/0001-01, com sede na Rua da Alfândega, nº 5, Recife/PE (cindida), e a sociedade POSTO MAR ABERTO LTDA, CNPJ 11.222.333/0001-81, com sede na Avenida Boa Viagem, nº 900, Recife/PE (beneficiária), convencionam a cisão parcial da primeira, com versão do patrimônio referente ao posto revendedor para a segunda, que a sucede nas obrigações.
Laudo de avaliação do acervo líquido elaborado por peritos avaliadores.
Recife, 3 de agosto de 2026.
""",
        {"data_emissao": "2026-08-03"},
    ),
]

CONTRATOS: list[Paper] = [
    (
        "contrato_social",
        """# CONTRATO SOCIAL
## POSTO SERRA AZUL LTDA
JOÃO CARLOS DA SILVA, brasileiro, casado, empresário, CPF nº 390.533.447-05, residente e domiciliado na Rua 5, nº 8, Anápolis/GO, e SÔNIA APARECIDA DE SOUZA, brasileira, solteira, empresária, CPF nº 529.982.247-25, residente e domiciliada na Rua 9, nº 3, Anápolis/GO, constituem uma sociedade limitada:
1ª - A sociedade girará sob o nome empresarial POSTO SERRA AZUL LTDA, com sede na Avenida Goiás, nº 1.450, Setor Central, Anápolis/GO, CEP 75020-010.
2ª - O objeto social é o comércio varejista de combustíveis para veículos automotores, lubrificantes e loja de conveniência.
3ª - O capital social é de R$ 200.000,00 (duzentos mil reais).
4ª - A administração caberá ao sócio JOÃO CARLOS DA SILVA.
5ª - A sociedade mantém as seguintes filiais: a) Rua Amazonas, nº 50, Centro, Goianésia/GO, CNPJ 11.222.333/0002-62; b) Avenida Mato Grosso, nº 12, Centro, Barra do Garças/MT, CNPJ 11.222.333/0003-43.
Anápolis, 12 de março de 2020.
""",
        {
            "razao_social": "POSTO SERRA AZUL LTDA",
            "objeto_social": "comércio varejista de combustíveis para veículos automotores",
            "capital_social": "200000.00",
            "administradores": ["JOÃO CARLOS DA SILVA"],
            "endereco": {"logradouro": "Avenida Goiás", "numero": "1450"},
            "filiais": [{"cnpj": "11222333000262", "uf": "GO"}, {"cnpj": "11222333000343", "uf": "MT"}],
            "data_emissao": "2020-03-12",
        },
    ),
    (
        "contrato_social",
        """# CONTRATO SOCIAL DE TRANSPORTADOR-REVENDEDOR-RETALHISTA
TRR PLANALTO MÉDIO LTDA
Pelo presente instrumento ANTONIO PEREIRA NETO, brasileiro, viúvo, industrial, CIC nº 390.533.447-05, residente em Passo Fundo/RS, e CELSO AMARAL PIRES, brasileiro, casado, comerciante, CIC nº 111.444.777-35, residente em Passo Fundo/RS, têm justo e contratado constituir uma sociedade por quotas de responsabilidade limitada:
CLÁUSULA PRIMEIRA: a sociedade girará sob a denominação social de TRR PLANALTO MÉDIO LTDA, com sede na Rodovia RS-324, km 5, Passo Fundo/RS.
CLÁUSULA SEGUNDA: o objetivo social é a aquisição a granel, armazenamento, transporte e venda a retalho de óleo diesel, óleos combustíveis e querosene iluminante.
CLÁUSULA TERCEIRA: o capital social é de R$ 80.000,00, dividido em 80.000 quotas.
CLÁUSULA QUARTA: filial na cidade de Erechim/RS, à Avenida Maurício Cardoso, nº 700, CGC 11.222.333/0002-62.
CLÁUSULA QUINTA: a gerência da sociedade será exercida por ambos os sócios.
Passo Fundo, 3 de abril de 1990.
""",
        {
            "razao_social": "TRR PLANALTO MÉDIO LTDA",
            "objeto_social": "venda a retalho de óleo diesel",
            "capital_social": "80000.00",
            "filiais": [{"cnpj": "11222333000262", "uf": "RS"}],
            "data_emissao": "1990-04-03",
        },
    ),
    (
        "contrato_social",
        """# SEGUNDA ALTERAÇÃO CONTRATUAL
## DISTRIBUIDORA TRÊS RIOS DE COMBUSTÍVEIS LTDA - CNPJ 11.222.333/0001-81
HELENA VASCONCELOS PAIVA, brasileira, casada, engenheira, CPF nº 529.982.247-25, residente no Rio de Janeiro/RJ, e OTÁVIO BRANDÃO MELO, brasileiro, solteiro, administrador, CPF nº 390.533.447-05, residente no Rio de Janeiro/RJ, sócios da DISTRIBUIDORA TRÊS RIOS DE COMBUSTÍVEIS LTDA, com sede na Rua Sete, nº 70, Centro, Três Rios/RJ, resolvem alterar o contrato social:
Cláusula 1ª - Fica aberta a filial situada na Rodovia SP-332, km 130, Paulínia/SP, inscrita no CNPJ sob o nº 11.222.333/0004-24.
Cláusula 2ª - O objeto social passa a ser a distribuição de combustíveis líquidos derivados de petróleo, álcool combustível e outros combustíveis automotivos.
Três Rios, 18 de julho de 2025.
""",
        {
            "razao_social": "DISTRIBUIDORA TRÊS RIOS DE COMBUSTÍVEIS LTDA",
            "objeto_social": "distribuição de combustíveis líquidos derivados de petróleo",
            "filiais": [{"cnpj": "11222333000424", "uf": "SP"}],
            "alterado": True,
            "endereco": {"logradouro": "Rua Sete", "numero": "70"},
        },
    ),
]
