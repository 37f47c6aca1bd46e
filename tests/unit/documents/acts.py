"""Texts of acts and forms for tests, composed anew: no paper of anybody."""

from __future__ import annotations

from tests.unit.documents import pages

from docverify.documents import extract
from docverify.documents.extract import Extraction

CONSTITUICAO = """# CONTRATO SOCIAL DE CONSTITUIÇÃO
# SILVA & SOUZA COMÉRCIO DE GÁS LTDA

JOÃO CARLOS DA SILVA, brasileiro, casado sob o regime de comunhão parcial de bens, empresário, portador da cédula de identidade RG nº 23.456.789-1 SSP/SP, inscrito no CPF sob o nº 390.533.447-05, residente e domiciliado na Rua dos Ipês, nº 45, Jardim Primavera, Campinas/SP, CEP 13020-100; e
SÔNIA APARECIDA DE SOUZA, brasileira, solteira, comerciante, portadora da cédula de identidade RG nº 12.345.678-9 SSP/SP, inscrita no CPF sob o nº 529.982.247-25, residente e domiciliada na Avenida Brasil, 1500, apto 31, Centro, Campinas/SP, CEP 13010-000,
resolvem, por este instrumento particular, constituir uma sociedade empresária limitada, mediante as seguintes cláusulas:
CLÁUSULA PRIMEIRA - DO NOME EMPRESARIAL E DA SEDE
A sociedade girará sob o nome empresarial SILVA & SOUZA COMÉRCIO DE GÁS LTDA e terá sede na Rua das Flores, nº 100, Centro, Campinas/SP, CEP 13010-300, usando o nome fantasia SILVA GÁS.
CLÁUSULA SEGUNDA - DO OBJETO
O objeto da sociedade será o comércio varejista de gás liquefeito de petróleo (GLP).
CLÁUSULA TERCEIRA - DO CAPITAL SOCIAL
O capital social é de R$ 10.000,00 (dez mil reais), dividido em 10.000 (dez mil) quotas de valor nominal de R$ 1,00 (um real) cada uma.
CLÁUSULA QUARTA - DA ADMINISTRAÇÃO
A administração da sociedade caberá ao sócio JOÃO CARLOS DA SILVA, que assinará isoladamente.
CLÁUSULA QUINTA - DO FORO
Fica eleito o foro da comarca de Campinas. Qualquer alteração contratual dependerá de registro.
E por estarem assim justos e contratados, assinam o presente em 3 vias.
Campinas, 23 de fevereiro de 2.022.
Testemunhas:
PEDRO ALVES LIMA CPF 111.444.777-35
"""  # noqa: E501

CONSOLIDACAO = """# TERCEIRA ALTERAÇÃO CONTRATUAL E CONSOLIDAÇÃO
# GÁS DO VALE LTDA
CNPJ 11.222.333/0001-81   NIRE 35.212.345.678

Pelo presente instrumento particular, ANTONIO PEREIRA NETO, brasileiro, viúvo, empresário, CPF nº 390.533.447-05, residente na Rua A, 10, Bairro B, São José dos Campos - SP, e CARLOS EDUARDO MOTA, brasileiro, solteiro, empresário, CPF nº 529.982.247-25, residente e domiciliado na Rua C, 20, Centro, Jacareí/SP, únicos sócios da sociedade empresária limitada GÁS DO VALE LTDA, com sede na Rua Velha, 5, Centro, São José dos Campos/SP, CEP 12210-000, inscrita no CNPJ sob nº 11.222.333/0001-81, resolvem alterar o contrato social:
1) O sócio CARLOS EDUARDO MOTA retira-se da sociedade, cedendo e transferindo a totalidade de suas quotas para a sócia ingressante ANA BEATRIZ RAMOS, brasileira, casada, empresária, CPF nº 111.444.777-35, residente e domiciliada na Av. Central, 300, Jacareí/SP.
2) O capital social, que era de R$ 20.000,00, passa para R$ 50.000,00 (cinquenta mil reais).
3) A sede passa a ser na Avenida Nova, nº 1.200, Galpão 2, Vila Industrial, São José dos Campos/SP, CEP 12220-300.
# C O N S O L I D A Ç Ã O   C O N T R A T U A L
CLÁUSULA 1ª – DA DENOMINAÇÃO, SEDE E DURAÇÃO
A sociedade gira sob a denominação social de GÁS DO VALE LTDA, com sede na Avenida Nova, nº 1.200, Galpão 2, Vila Industrial, São José dos Campos/SP, CEP 12220-300. O prazo de duração é indeterminado.
CLÁUSULA 2ª – DO OBJETO SOCIAL
A sociedade tem por objeto social a revenda varejista de GLP e de água mineral.
CLÁUSULA 3ª – DO CAPITAL
O capital social é de R$ 50.000,00 (cinquenta mil reais), dividido em 50.000 quotas: ANTONIO PEREIRA NETO, 25.000 quotas; ANA BEATRIZ RAMOS, 25.000 quotas.
CLÁUSULA 4ª – DA ADMINISTRAÇÃO
A administração da sociedade será exercida por ambos os sócios, em conjunto ou isoladamente.
CLÁUSULA 5ª – DA FILIAL
A sociedade mantém filial situada na Rua do Depósito, 7, Centro, Jacareí/SP, CEP 12300-000, CNPJ 11.222.333/0002-62.
São José dos Campos, 12 de março de 2024.
"""  # noqa: E501


def extract_text(tipo: str, *texts: str) -> Extraction:
    """Extract from pages laid out of plain text."""
    return extract.extract(tipo, [pages.layout(text, numero=number) for number, text in enumerate(texts, 1)])


def values(found: Extraction) -> dict[str, object]:
    """The normal forms alone."""
    return {name: field.valor for name, field in found.campos.items()}
