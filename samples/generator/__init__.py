"""Generator of sample dossiers: invented companies, drawn papers, honest damage, and the truth beside them."""
